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
  paths["/api/projects/{project}/runs/{run}/events"] = { get: EVENTS };
  paths["/api/projects/{project}/runs/{run}/page"] = { get: PAGE };
  paths["/api/openapi.json"] = { get: plain("openapi", "This document.", "application/json") };
  paths["/metrics"] = { get: plain("metrics", "How the newest runs stand, for Prometheus.", "text/plain") };
  return {
    openapi: "3.1.0",
    info: { title: "Reeve", version, description: "Looks at runs and gives orders, on this machine alone." },
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

function operation({ name, path, about, query = [], body, reply }: Route): unknown {
  return {
    operationId: name,
    summary: about,
    parameters: [...pathParameters(path), ...query.map(queryParameter)],
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } } }),
    responses: { "200": json("Done.", reply), ...errors(["400", "401", "403", "404", "409", "413"]) },
  };
}

function plain(operationId: string, summary: string, type: string): unknown {
  const responses = { "200": { description: summary, content: { [type]: {} } }, ...errors(["401", "403"]) };
  return { operationId, summary, responses };
}

const STREAM = { description: "Server-sent events.", content: { "text/event-stream": { schema: { type: "string" } } } };

const EVENTS = {
  operationId: "events",
  summary: "The records of a run as they come.",
  description: "`id` of each is the number of the journal's record: send the last one you have, and none is missed.",
  parameters: [
    ...pathParameters("/:project/:run"),
    queryParameter("from"),
    { name: "Last-Event-ID", in: "header", required: false, schema: { type: "integer", minimum: 0 } },
  ],
  responses: { "200": STREAM, ...errors(["400", "401", "403", "404"]) },
};

const PAGE = {
  operationId: "page",
  summary: "What changes of a run's page, in parts.",
  description:
    "`set` holds the parts that are new or changed, `drop` names those that are gone; the first has all of them.",
  parameters: pathParameters("/:project/:run"),
  responses: { "200": STREAM, ...errors(["401", "403", "404"]) },
};

function errors(statuses: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(statuses.map((status) => [status, json("Refused, with the reason.", replies.error)]));
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
