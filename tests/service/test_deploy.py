"""The files under deploy/ agree with the code and with each other. `make lint-deploy` checks their form.

What they open and what they permit is in test_deploy_security.py.
"""

import json
import re

import pytest
import yaml
from prometheus_client import REGISTRY

from service.metrics import bot_gauges, store_gauges
from service.problems import CATALOGUE
from service.settings import READERS, read
from service.table.lifecycle import MAX_BOT_QUEUE
from tests.support.deployed import DEPLOY, NGINX, address, compose, container, environment, only
from tests.support.running import ROOT

PROMETHEUS_MAKES = {"bucket", "count", "sum", "total", "created"}


def all_settings() -> list[dict[str, str]]:
    """What each deployment sets."""
    unit = re.search(r"^Environment=(.*)$", (DEPLOY / "systemd" / "ludotheque.service").read_text(), re.M)
    assert unit is not None
    return [
        compose()["replica-1"]["environment"],
        compose()["bots"]["environment"],
        *(
            environment(name) | ({"TRUSTED_PROXIES": "10.244.0.0/24"} if name == "service" else {})
            for name in ("service", "bots")
        ),
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
    roles = [compose()[name].get("environment", {}).get("FIRST_ROLE") for name in ("store-1", "store-2", "store-3")]
    assert roles == [None, *[f"replicaof {address('store-1')} 6379"] * 2]


def test_the_loss_of_one_store_does_not_stop_writes() -> None:
    stores = [name for name in compose() if name.startswith("store-")]
    replicas_of_the_rest = len(stores) - 1 - 1
    assert 1 <= int(compose()["replica-1"]["environment"]["STORE_WAIT_REPLICAS"]) <= replicas_of_the_rest
    assert set(compose()["replica-1"]["depends_on"]) == {*stores, "sentinel-1", "sentinel-2", "sentinel-3"}


def test_nginx_sends_the_problems_of_the_service() -> None:
    for status, text in re.findall(r"return (\d+) '(.*)';", NGINX):
        problem = json.loads(text)
        kind = CATALOGUE[problem["code"]]
        assert (problem["type"], problem["title"]) == (f"/problems/{problem['code']}", kind.title)
        assert problem["status"] == kind.status == int(status)


def test_a_pod_has_the_time_that_draining_takes() -> None:
    pod = only("Deployment", "service")["spec"]["template"]["spec"]
    pause = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] == 45 >= pause + 30
    assert compose()["replica-1"]["stop_grace_period"] == "45s"


def test_bots_are_moved_in_one_place_that_uses_the_same_store() -> None:
    bots = container("Deployment", "bots")
    environments = [environment(name) for name in ("service", "bots")]
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
