// Node finds a module only by its whole name.
export default { input: "openapi.yaml", output: { path: "generated", module: { extension: ".js" } } };
