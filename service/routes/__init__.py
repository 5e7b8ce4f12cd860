"""The routes: each declares what it takes and gives, and says one thing."""

from service.routes.actions import actions
from service.routes.docs import docs
from service.routes.engines import engines
from service.routes.events import events
from service.routes.games import games
from service.routes.operations import operations
from service.routes.records import records
from service.routes.seats import seats

BLUEPRINTS = (engines, games, seats, actions, events, records, operations, docs)
