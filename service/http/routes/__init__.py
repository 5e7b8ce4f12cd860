"""The routes: each declares what it takes and gives, and does one thing."""

from service.http.routes.actions import actions
from service.http.routes.docs import docs
from service.http.routes.engines import engines
from service.http.routes.events import events
from service.http.routes.games import games
from service.http.routes.operations import operations
from service.http.routes.records import records
from service.http.routes.seats import seats

BLUEPRINTS = (engines, games, seats, actions, events, records, operations, docs)
