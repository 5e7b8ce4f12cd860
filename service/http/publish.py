"""Print openapi.yaml; the specification does not depend on settings."""

import sys

from service.base.settings import Settings
from service.http.app import create_app
from service.http.openapi import as_yaml

if __name__ == "__main__":
    sys.stdout.write(as_yaml(create_app(Settings(redis_url="unix:///none"))))
