"""The files under deploy/ as data."""

import re
from typing import Any

import yaml

from service.http.app import create_app
from service.settings import Settings
from tests.support.http import close_connections
from tests.support.running import ROOT

DEPLOY = ROOT / "deploy"
NGINX = (DEPLOY / "nginx" / "nginx.conf").read_text()


def kustomization() -> dict[str, Any]:
    named: dict[str, Any] = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text())
    return named


def manifests() -> list[dict[str, Any]]:
    """Every object in the Kubernetes manifests that the kustomization names."""
    folder = DEPLOY / "kubernetes"
    named = kustomization()["resources"]
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


def pod(kind: str, name: str) -> dict[str, Any]:
    """What the pods of a Deployment or a StatefulSet are."""
    spec: dict[str, Any] = only(kind, name)["spec"]["template"]["spec"]
    return spec


def container(kind: str, name: str) -> dict[str, Any]:
    (one,) = pod(kind, name)["containers"]
    assert isinstance(one, dict)
    return one


def environment(name: str) -> dict[str, str]:
    """The settings that a Deployment itself gives; others come from a ConfigMap."""
    return {setting["name"]: setting["value"] for setting in container("Deployment", name)["env"] if "value" in setting}


def served_paths() -> set[str]:
    """An example of every path that the service answers, asked of the app itself."""
    app = create_app(Settings(redis_url="redis://127.0.0.1:1", web=True))  # nothing connects to that store
    try:
        return {re.sub(r"<[^>]+>", "example", rule.rule) for rule in app.url_map.iter_rules()}
    finally:
        close_connections(app)


CLOSED = {"/metrics"}
"""The paths that only operators may read."""
