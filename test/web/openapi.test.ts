/** The document about the API: right by the OpenAPI rules, and right about the server, which takes and gives what it says. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { openApi } from "../../src/views/web/server/openapi.ts";
import { ROUTES } from "../../src/views/web/server/routes.ts";

interface Document {
  readonly paths: Record<string, Record<string, { operationId?: string; requestBody?: unknown; parameters?: unknown }>>;
}

const document = openApi("1.2.3") as Document;

test("the document is one by the rules of OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test("every route and every order is in it, from the schemas themselves, under a name of its own", () => {
  for (const { path, method, name } of ROUTES)
    expect(document.paths[`/api${path.replaceAll(/:(\w+)/g, "{$1}")}`]?.[method]?.operationId).toBe(name);
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
  const orders = JSON.stringify(document.paths["/api/projects/{project}/runs/{run}/orders"]?.["post"]?.requestBody);
  for (const type of ["answer", "ack", "tell", "retry", "skip", "cut", "grant", "approve", "reject", "brake", "land"])
    expect(orders).toContain(`"${type}"`);
});

test("no schema in it is empty where the server takes or gives JSON", () => {
  const empty = JSON.stringify(document).match(/"application\/json":\{"schema":\{\}\}/g);
  expect(empty).toBeNull();
});
