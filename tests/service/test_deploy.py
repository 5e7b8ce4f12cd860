"""The files under deploy/ agree with the code and with each other. `make lint-deploy` checks their form."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

from service.metrics import bot_gauges, store_gauges
from service.problems import CATALOGUE
from service.settings import READERS, read
from service.table.lifecycle import MAX_BOT_QUEUE
from tests.support.published import document
from tests.support.running import ROOT

DEPLOY = ROOT / "deploy"
NGINX = (DEPLOY / "nginx" / "nginx.conf").read_text()
PROMETHEUS_MAKES = {"bucket", "count", "sum", "total", "created"}


def manifests() -> list[dict[str, Any]]:
    """Every object in the Kubernetes manifests that the kustomization names."""
    folder = DEPLOY / "kubernetes"
    named = yaml.safe_load((folder / "kustomization.yaml").read_text())["resources"]
    there = {str(path.relative_to(folder)) for path in folder.rglob("*.yaml")} - {"kustomization.yaml"}
    assert set(named) == there
    return [manifest for name in named for manifest in yaml.safe_load_all((folder / name).read_text())]


def only(kind: str, name: str) -> dict[str, Any]:
    (manifest,) = [one for one in manifests() if (one["kind"], one["metadata"]["name"]) == (kind, name)]
    return manifest


def compose() -> dict[str, Any]:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose" / "compose.yaml").read_text())["services"]
    return services


def address(name: str) -> str:
    """The fixed address of a service in the compose file."""
    host: str = compose()[name]["networks"]["tables"]["ipv4_address"]
    return host


def all_settings() -> list[dict[str, str]]:
    """What each deployment sets."""
    containers = [only("Deployment", name)["spec"]["template"]["spec"]["containers"][0] for name in ("service", "bots")]
    unit = re.search(r"^Environment=(.*)$", (DEPLOY / "systemd" / "ludotheque.service").read_text(), re.M)
    assert unit is not None
    return [
        compose()["replica-1"]["environment"],
        compose()["bots"]["environment"],
        *({setting["name"]: setting["value"] for setting in container["env"]} for container in containers),
        dict(pair.split("=", 1) for pair in unit[1].split()),
    ]


def test_every_setting_exists_and_is_right() -> None:
    for setting in all_settings():
        assert set(setting) <= {name.upper() for name in READERS}
        assert read(setting)


@pytest.mark.parametrize("path", ["prometheus/alerts.yml", "grafana/dashboards/ludotheque.json"])
def test_every_metric_that_is_watched_exists(path: str) -> None:
    exported = {metric.name for metric in (*REGISTRY.collect(), *store_gauges([], {}), *bot_gauges(None))}
    watched = set(re.findall(r"\bludotheque_\w+", (DEPLOY / path).read_text()))
    assert watched
    for name in watched:
        stem, _, end = name.rpartition("_")
        assert name in exported or (stem in exported and end in PROMETHEUS_MAKES), name


def test_the_dashboard_queries_the_source_that_is_provisioned() -> None:
    board = json.loads((DEPLOY / "grafana" / "dashboards" / "ludotheque.json").read_text())
    sources = yaml.safe_load((DEPLOY / "grafana/provisioning/datasources/prometheus.yaml").read_text())["datasources"]
    assert {panel["datasource"]["uid"] for panel in board["panels"]} == {source["uid"] for source in sources}
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_every_alert_has_its_paragraph() -> None:
    groups = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())["groups"]
    alerts = [rule["alert"] for group in groups for rule in group["rules"]]
    documented = re.findall(r"^- \*\*(Ludotheque\w+)\*\*", (ROOT / "docs" / "operations.md").read_text(), re.M)
    assert documented == alerts


def test_all_have_the_same_addresses() -> None:
    replicas = [f"{address(name)}:8000" for name in ("replica-1", "replica-2")]
    assert re.findall(r"server (\S+) max_fails=0;", NGINX) == replicas
    jobs = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())["scrape_configs"]
    assert jobs[0]["static_configs"][0]["targets"] == replicas
    assert jobs[1]["static_configs"][0]["targets"] == [f"{address('bots')}:8001"]
    assert compose()["replica-1"]["environment"]["TRUSTED_PROXIES"] == address("nginx")
    sentinels = ",".join(f"{address(f'sentinel-{number}')}:26379" for number in (1, 2, 3))
    assert compose()["replica-1"]["environment"]["REDIS_URL"] == f"redis+sentinel://{sentinels}/ludotheque"
    watched = (DEPLOY / "compose" / "sentinel.conf").read_text()
    assert f"sentinel monitor ludotheque {address('store-1')} 6379 2" in watched
    assert f"replicaof {address('store-1')} 6379" in (DEPLOY / "compose" / "store-2.conf").read_text()


def test_the_second_store_is_configured_as_the_first() -> None:
    first, second = ((DEPLOY / "compose" / f"store-{number}.conf").read_text() for number in (1, 2))
    assert re.sub(r"^replicaof .*\n", "", second, flags=re.M) == first


def test_nginx_sends_the_problems_of_the_service() -> None:
    for status, text in re.findall(r"return (\d+) '(.*)';", NGINX):
        problem = json.loads(text)
        kind = CATALOGUE[problem["code"]]
        assert (problem["type"], problem["title"]) == (f"/problems/{problem['code']}", kind.title)
        assert problem["status"] == kind.status == int(status)


def test_the_ingress_opens_every_path_but_the_figures() -> None:
    paths = only("Ingress", "service")["spec"]["rules"][0]["http"]["paths"]
    exact = {path["path"] for path in paths if path["pathType"] == "Exact"}
    prefixes = tuple(path["path"] for path in paths if path["pathType"] == "Prefix")
    closed = {path for path in document()["paths"] if path not in exact and not path.startswith(prefixes)}
    assert closed == {"/metrics"}


def test_a_pod_has_the_time_that_draining_takes() -> None:
    pod = only("Deployment", "service")["spec"]["template"]["spec"]
    pause = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] == 45 >= pause + 30
    assert compose()["replica-1"]["stop_grace_period"] == "45s"


def test_bots_are_moved_in_one_place_that_uses_the_same_store() -> None:
    web, bots = (only("Deployment", name)["spec"]["template"]["spec"]["containers"][0] for name in ("service", "bots"))
    environments = [{setting["name"]: setting["value"] for setting in one["env"]} for one in (web, bots)]
    for settings, apart, command in [
        (*environments, bots["command"]),
        (compose()["replica-1"]["environment"], compose()["bots"]["environment"], compose()["bots"]["command"]),
    ]:
        assert read(settings).bots == 0
        assert read(settings).redis_url == read(apart).redis_url
        assert read(settings).store_wait_replicas == read(apart).store_wait_replicas
        assert command == ["python", "-m", "service.bots", "--metrics-port", "8001"]
    assert [port["containerPort"] for port in bots["ports"]] == [8001]
    assert compose()["bots"]["healthcheck"] == {"disable": True}, "the image's own asks for a worker"


def test_only_those_who_need_the_store_reach_it() -> None:
    (rule,) = only("NetworkPolicy", "store")["spec"]["ingress"]
    (allowed,) = rule["from"][0]["podSelector"]["matchExpressions"]
    labels = [only("Deployment", name)["spec"]["template"]["metadata"]["labels"] for name in ("service", "bots")]
    assert [one[allowed["key"]] for one in labels] == allowed["values"]


def test_the_alert_about_the_queue_comes_before_bots_are_rejected() -> None:
    assert f"max(ludotheque_bots_waiting) > {MAX_BOT_QUEUE // 2}" in (DEPLOY / "prometheus/alerts.yml").read_text()
    assert f"from {MAX_BOT_QUEUE} on no new bots" in (DEPLOY / "prometheus/alerts.yml").read_text()


def test_images_have_plain_names() -> None:
    texts = [path.read_text() for path in Path(DEPLOY).rglob("*.yaml")]
    images = {image for text in texts for image in re.findall(r"image: (\S+)", text)}
    assert images == {"ludotheque", "nginx:stable", "valkey/valkey:9", "prom/prometheus", "grafana/grafana"}
