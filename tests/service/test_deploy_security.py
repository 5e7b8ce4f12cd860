"""What the files under deploy/ open to the world, and what their containers may do."""

import re
from typing import Any

import pytest

import service
from service.settings import SettingError, Settings, read
from tests.support.deployed import (
    CLOSED,
    DEPLOY,
    NGINX,
    compose,
    container,
    kustomization,
    manifests,
    only,
    pod,
    served_paths,
)

PODS = (("Deployment", "service"), ("Deployment", "bots"), ("StatefulSet", "store"))
OUR_OWN = "ludotheque:local"


@pytest.fixture(scope="module")
def served() -> set[str]:
    return served_paths()


def test_the_pages_are_among_the_paths(served: set[str]) -> None:
    assert {"/", "/new/example", "/table/example", "/web/example", "/v1/games", "/docs/", "/readyz"} | CLOSED <= served


def test_the_ingress_opens_every_path_but_those_of_operators(served: set[str]) -> None:
    (rule,) = only("Ingress", "service")["spec"]["rules"]
    paths = [(path["pathType"], path["path"]) for path in rule["http"]["paths"]]

    def is_open(path: str) -> bool:
        return any(path == it if kind == "Exact" else f"{path}/".startswith(it.rstrip("/") + "/") for kind, it in paths)

    assert {path for path in served if not is_open(path)} == CLOSED
    assert {path["backend"]["service"]["name"] for path in rule["http"]["paths"]} == {"service"}


def test_nginx_opens_every_path_but_those_of_operators(served: set[str]) -> None:
    """By the longest prefix, as nginx chooses; `make test-nginx` asks nginx itself."""
    locations = dict(re.findall(r"^        location =? ?(/\S*) \{\n(.*?)^        \}", NGINX, re.M | re.S))

    def is_open(path: str) -> bool:
        return "proxy_pass" in locations[max((it for it in locations if path.startswith(it)), key=len)]

    assert {path for path in served if not is_open(path)} == CLOSED


def test_compose_opens_only_nginx_to_other_machines() -> None:
    ports = {name: one["ports"] for name, one in compose().items() if "ports" in one}
    opened = {name for name, mapped in ports.items() if not all(port.startswith("127.0.0.1:") for port in mapped)}
    assert opened == {"nginx"}
    (file,) = compose()["nginx"]["volumes"]
    assert file == "../nginx/nginx.conf:/etc/nginx/nginx.conf:ro"


def test_the_network_policies_let_in_the_ports_that_are_served_and_no_others() -> None:
    for kind, name in PODS:
        policy = only("NetworkPolicy", name)["spec"]
        assert policy["policyTypes"] == ["Ingress", "Egress"]
        assert (
            policy["podSelector"]["matchLabels"].items() <= only(kind, name)["spec"]["selector"]["matchLabels"].items()
        )
        allowed = {port["port"] for rule in policy["ingress"] for port in rule["ports"]}
        assert allowed == {port["name"] for port in container(kind, name)["ports"]}


def test_every_service_of_compose_is_hardened() -> None:
    for name, one in compose().items():
        assert one["read_only"] is True, name
        assert one["cap_drop"] == ["ALL"], name
        assert "cap_add" not in one, name
        assert "privileged" not in one, name
        assert one["security_opt"] == ["no-new-privileges:true"], name
        if one["image"] != OUR_OWN:  # its Dockerfile names a user
            assert one["user"].split(":")[0] not in ("0", "root"), name


def test_every_pod_is_hardened() -> None:
    assert {(one["kind"], one["metadata"]["name"]) for one in workloads()} == set(PODS)
    for kind, name in PODS:
        assert pod(kind, name)["automountServiceAccountToken"] is False
        limits = pod(kind, name)["securityContext"]
        assert limits["runAsNonRoot"] is True
        assert limits["runAsUser"] > 0 < limits["runAsGroup"]
        assert limits["seccompProfile"] == {"type": "RuntimeDefault"}
        assert container(kind, name)["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
    assert only("Namespace", "ludotheque")["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


def workloads() -> list[dict[str, Any]]:
    """All manifests that make pods."""
    return [one for one in manifests() if "template" in one.get("spec", {})]


def test_one_service_builds_the_image_and_the_others_use_it() -> None:
    ours = {name: one for name, one in compose().items() if one["image"] == OUR_OWN}
    assert set(ours) == {"replica-1", "replica-2", "bots"}
    assert [name for name, one in compose().items() if "build" in one] == ["replica-1"]
    assert {name: one["pull_policy"] for name, one in ours.items()} == {
        "replica-1": "build",
        "replica-2": "never",
        "bots": "never",
    }


def test_every_image_has_the_tag_of_a_version() -> None:
    images = {one["image"] for one in compose().values()} - {OUR_OWN} | {container("StatefulSet", "store")["image"]}
    assert {image.partition(":")[0] for image in images} == {
        "nginx",
        "valkey/valkey",
        "prom/prometheus",
        "grafana/grafana",
    }
    assert len(images) == 4, "one version of each"
    for image in images:
        assert re.fullmatch(r"[a-z/]+:v?\d+\.\d+\.\d+", image), image


def test_kubernetes_runs_this_version_also_from_an_image_that_no_registry_has() -> None:
    (image,) = kustomization()["images"]
    assert image == {"name": "ludotheque", "newTag": service.__version__}
    assert {container("Deployment", name)["image"] for name in ("service", "bots")} == {"ludotheque"}
    assert {container(kind, name)["imagePullPolicy"] for kind, name in PODS} == {"IfNotPresent"}


def test_the_service_does_not_start_before_the_range_of_the_ingress_is_set() -> None:
    (configuration,) = kustomization()["configMapGenerator"]
    (literal,) = configuration["literals"]
    name, _, value = literal.partition("=")
    (setting,) = [one for one in container("Deployment", "service")["env"] if one["name"] == "TRUSTED_PROXIES"]
    assert setting["valueFrom"]["configMapKeyRef"] == {"name": configuration["name"], "key": name}
    with pytest.raises(SettingError, match="TRUSTED_PROXIES"):
        read({name: value})


def test_no_deployment_trusts_a_network_of_many_hosts() -> None:
    texts = {path: path.read_text() for path in DEPLOY.rglob("*") if path.is_file()}
    wide = {path.name for path, text in texts.items() if re.search(r"PROXIES\S*.*/\d\b", text)}
    assert wide == set()
    (proxy,) = read({"TRUSTED_PROXIES": compose()["replica-1"]["environment"]["TRUSTED_PROXIES"]}).trusted_proxies
    assert proxy.num_addresses == 1
    assert Settings().trusted_proxies == ()
