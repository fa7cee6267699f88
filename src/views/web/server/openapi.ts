/** The OpenAPI document of the API, made from the rows of its routes. */
import { z } from "zod";
import { type Query, querySchema, ROUTES, type Route } from "./routes.ts";
import { replies } from "./schemas.ts";

export function openApi(version: string): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES) {
    const path = `/api${route.path.replaceAll(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [route.method]: operation(route) };
  }
  const stream = "Server-sent events. `id` is the number of the journal's record; send it as Last-Event-ID to resume.";
  paths["/api/projects/{project}/runs/{run}/events"] = { get: streamOf("The records of a run as they come.", stream) };
  paths["/api/projects/{project}/runs/{run}/page"] = { get: streamOf("What changes of a run's page.", stream) };
  return {
    openapi: "3.1.0",
    info: { title: "Reeve", version, description: "Looks at runs and gives orders, on this machine alone." },
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

function operation({ path, about, query = [], body, reply }: Route): unknown {
  const errors = Object.fromEntries(
    ["400", "401", "403", "404", "409"].map((status) => [status, json("Refused, with the reason.", replies.error)]),
  );
  return {
    summary: about,
    parameters: [...pathParameters(path), ...query.map(queryParameter)],
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } } }),
    responses: { "200": json("Done.", reply), ...errors },
  };
}

function streamOf(summary: string, description: string): unknown {
  const parameters = pathParameters("/:project/:run");
  return { summary, parameters, responses: { "200": { description, content: { "text/event-stream": {} } } } };
}

function pathParameters(path: string): unknown[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameter(name: keyof Query): unknown {
  const schema = querySchema.shape[name];
  return { name, in: "query", required: false, description: schema.description, schema: schemaOf(schema) };
}

function json(description: string, schema: z.ZodType): unknown {
  return { description, content: { "application/json": { schema: schemaOf(schema) } } };
}

function schemaOf(schema: z.ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
}
