"""What speaks HTTP: routes, bodies, answers, limits and the specification."""
