// Without this null the page sends the address of the service to validator.swagger.io to have the document checked.
SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null });
