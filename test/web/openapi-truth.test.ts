/** What the server really answers, against the document it gives out: every route, asked well and badly, by the document alone. */
import { expect, test } from "vitest";
import { z } from "zod";
import { ROUTES } from "../../src/views/web/server/routes.ts";
import { aShop, TOKEN } from "./served.ts";

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}
interface Content {
  readonly schema?: Parameters<typeof z.fromJSONSchema>[0];
}
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

async function aDocumentedShop() {
  const { origin, client, get } = await aShop();
  const { here } = await client.overview();
  const document = (await (await get("/api/openapi.json")).json()) as Document;
  const ask = async (method: string, template: string, values: Record<string, string>, more = "", body?: unknown) => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
    const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${origin}${path}${more}`, { method: method.toUpperCase(), headers, ...init });
    return { status: response.status, value: (await response.json()) as unknown };
  };
  /** Its status is one the document names, and its body what the document says of that status. */
  const expectTrue = (method: string, template: string, { status, value }: { status: number; value: unknown }) => {
    const said = document.paths[template]?.[method]?.responses[`${status}`];
    expect(said, `${method} ${template} answers ${status}, which is not in the document`).toBeDefined();
    const schema = said?.content?.["application/json"]?.schema;
    if (schema === undefined) throw new Error(`${template} ${status} has no schema`);
    const checked = z.fromJSONSchema(schema).safeParse(value);
    expect(checked.success, `${template} ${status}: ${checked.error?.message}`).toBe(true);
  };
  return { here, ask, expectTrue };
}

const templateOf = (path: string) => `/api${path.replaceAll(/:(\w+)/g, "{$1}")}`;

test("every answer to a question about what is there is as the document says", async () => {
  const { here, ask, expectTrue } = await aDocumentedShop();
  for (const { path, method } of ROUTES.filter((route) => route.method === "get"))
    for (const task of ["api", "page"]) {
      const template = templateOf(path);
      expectTrue(method, template, await ask(method, template, { project: here, run: "r1", task }));
    }
});

test("a past moment is answered in the same form as the present", async () => {
  const { here, ask, expectTrue } = await aDocumentedShop();
  for (const { path, method, query } of ROUTES.filter((route) => route.query?.includes("at"))) {
    expect(query).toContain("at");
    const template = templateOf(path);
    expectTrue(method, template, await ask(method, template, { project: here, run: "r1", task: "api" }, "?at=3"));
  }
});

test("every refusal has a status that the document names, and says why in one sentence", async () => {
  const { here, ask, expectTrue } = await aDocumentedShop();
  const bad = [{ project: "nobody" }, { run: "r9" }, { task: "nothing" }];
  for (const { path, method } of ROUTES.filter((route) => route.method === "get"))
    for (const wrong of bad.filter((each) => Object.keys(each).every((name) => path.includes(`:${name}`)))) {
      const template = templateOf(path);
      const values = { project: here, run: "r1", task: "api", ...wrong };
      const answer = await ask(method, template, values);
      expect([404, 409], `${template} ${JSON.stringify(wrong)}`).toContain(answer.status);
      expectTrue(method, template, answer);
    }
});

test("an order that is taken, one that is refused and one that is malformed are answered as the document says", async () => {
  const { here, ask, expectTrue } = await aDocumentedShop();
  const template = "/api/projects/{project}/runs/{run}/orders";
  const order = (body: unknown) => ask("post", template, { project: here, run: "r1" }, "", body);
  const answers = [
    await order({ type: "ack", question: "q1" }),
    await order({ type: "answer", question: "q7", text: "yes" }),
    await order({ type: "dance" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 400]);
  for (const answer of answers) expectTrue("post", template, answer);
});
