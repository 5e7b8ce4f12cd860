"""HTTP: routes, requests, responses, rate limits and the specification."""
