"""Print openapi.yaml; the specification does not depend on settings."""

import sys

from service.http.app import create_app
from service.http.openapi.document import as_yaml
from service.settings import Settings

if __name__ == "__main__":
    sys.stdout.write(as_yaml(create_app(Settings(redis_url="unix:///none"))))
