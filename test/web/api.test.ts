/** The server of the web view over real HTTP: who may talk to it, what it answers, streams that resume, orders. */
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ROUTES } from "../../src/views/web/server/routes.ts";
import { aShop, TOKEN } from "./served.ts";

/** With headers that `fetch` does not let anybody set. */
function raw(port: number, path: string, headers: Record<string, string>, method = "get"): Promise<number> {
  const answered = Promise.withResolvers<number>();
  const asking = request({ host: "127.0.0.1", port, path, headers, method }, (response) => {
    // A stream never ends by itself.
    response.destroy();
    answered.resolve(response.statusCode ?? 0);
  });
  asking.on("error", answered.reject).end();
  return answered.promise;
}

test("without the token everything but the page itself is refused, and a wrong one helps nobody", async () => {
  const { get } = await aShop();
  for (const path of ["/api/overview", "/api/openapi.json", "/metrics", "/api/nothing"]) {
    expect((await get(path, {})).status).toBe(401);
    expect((await get(path, { Authorization: "Bearer wrong" })).status).toBe(401);
  }
  expect((await get("/api/overview?token=a-token-for-tests", {})).status).toBe(401);
});

test("another host name or another page is refused, so that no web site reaches it through the browser", async () => {
  const { port } = await aShop();
  const auth = { Authorization: `Bearer ${TOKEN}` };
  const own = `127.0.0.1:${port}`;
  expect(await raw(port, "/api/overview", { ...auth, Host: own })).toBe(200);
  expect(await raw(port, "/api/overview", { ...auth, Host: `evil.example:${port}` })).toBe(403);
  expect(await raw(port, "/api/overview", { ...auth, Host: own, Origin: "http://evil.example" })).toBe(403);
  expect(await raw(port, "/api/overview", { ...auth, Host: own, "Sec-Fetch-Site": "cross-site" })).toBe(403);
  expect(await raw(port, "/api/overview", { ...auth, Host: own, Origin: `http://${own}` })).toBe(200);
});

/** All that the server answers at, with its way in; those without a token first. */
const PAGE = ["/", "/app.js", "/app.css", "/icon.svg"];
const STREAMS = ["events", "page"].map((name) => ["get", `/api/projects/:project/runs/:run/${name}`] as const);
const DOORS = [
  ...ROUTES.map(({ method, path }) => [method, `/api${path}`] as const),
  ...STREAMS,
  ["get", "/api/openapi.json"] as const,
  ["get", "/metrics"] as const,
];

test("no way in is without its guards: a stranger's host, another page, a missing or a wrong token", async () => {
  const { port, client, project } = await aShop();
  const { here } = await client.overview();
  const own = `127.0.0.1:${port}`;
  const auth = { Authorization: `Bearer ${TOKEN}` };
  const cases = [
    [{ Host: own }, 401],
    [{ Host: own, Authorization: "Bearer wrong" }, 401],
    [{ Host: own, Authorization: `Basic ${TOKEN}` }, 401],
    [{ Host: own, Cookie: `token=${TOKEN}` }, 401],
    [{ ...auth, Host: "reeve.example" }, 403],
    [{ ...auth, Host: `127.0.0.1.example:${port}` }, 403],
    [{ ...auth, Host: own, Origin: "null" }, 403],
    [{ ...auth, Host: own, Origin: `https://${own}` }, 403],
    [{ ...auth, Host: own, "Sec-Fetch-Site": "same-site" }, 403],
  ] as const;
  for (const [method, path] of DOORS) {
    const at = path.replace(":project", here).replace(":run", "r1").replace(":task", "page");
    for (const [headers, status] of cases)
      expect([at, headers, await raw(port, at, headers, method)]).toEqual([at, headers, status]);
  }
  for (const path of PAGE) expect([path, await raw(port, path, { Host: "reeve.example" })]).toEqual([path, 403]);
  expect(await project.runs.waiting("r1")).toEqual([]);
});

test("every answer forbids what is inline and what is from elsewhere", async () => {
  const { get } = await aShop();
  const policy = (await get("/")).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});

test("all that the page loads weighs less than 80 kB, packed", async () => {
  const { get } = await aShop();
  const parts = await Promise.all(PAGE.map(async (path) => Buffer.from(await (await get(path)).arrayBuffer())));
  expect(parts.every(({ length }) => length > 0)).toBe(true);
  expect(parts.reduce((sum, part) => sum + gzipSync(part).length, 0)).toBeLessThan(80_000);
});

test("the overview names what needs a person in every project, with the command that helps", async () => {
  const { client } = await aShop();
  const { needs, projects, here } = await client.overview();
  expect(projects.map(({ id }) => id)).toEqual([here]);
  expect(needs.map(({ row }) => row.kind)).toEqual(["brake", "question"]);
  expect(needs[1]?.row.acts[0]?.command).toBe('reeve answer q1 "…"');
});

test("the overview names what epics ask too, beside the runs, with the command that answers", async () => {
  const { client, project } = await aShop();
  mkdirSync(join(project.root, "epics"));
  writeFileSync(join(project.root, "epics", "broken.md"), "---\nid: [\n---\n# Broken\n");
  const { needs } = await client.overview();
  expect(needs.filter(({ run }) => run === "").map(({ row }) => [row.kind, row.acts[0]?.command])).toEqual([
    ["brake", "reeve epic status epics/broken.md"],
  ]);
});

test("a run is shown as it is, and as it was after any record", async () => {
  const { client } = await aShop();
  const { here } = await client.overview();
  const now = await client.run(here, "r1");
  expect(now.view.tasks.map(({ state }) => state)).toEqual(["done", "question"]);
  const then = await client.run(here, "r1", 2);
  expect(then.over.seq).toBe(2);
  expect(then.view.tasks.map(({ state }) => state)).toEqual(["working", "working"]);
  expect(then.needs).toEqual([]);
  expect((await client.run(here, "r1", 3)).over.seq).toBe(3);
});

test("a task tells what was decided about it, in sentences", async () => {
  const { client } = await aShop();
  const { here } = await client.overview();
  const { trail } = await client.task(here, "r1", "page");
  expect(trail.map(({ text }) => text).join("\n")).toContain("which way?");
  await expect(client.task(here, "r1", "nobody")).rejects.toMatchObject({ status: 409 });
  await expect(client.run(here, "r9")).rejects.toMatchObject({ status: 404 });
  await expect(client.run("elsewhere", "r1")).rejects.toMatchObject({ status: 404 });
});

test("an order is given as the command gives it; one that cannot be is refused in the same words", async () => {
  const { client, project } = await aShop();
  const { here } = await client.overview();
  const { text } = await client.order(here, "r1", { type: "answer", question: "q1", text: "left" });
  expect(text).toContain('answer q1 "left"');
  expect(await project.runs.waiting("r1")).toHaveLength(1);
  await expect(client.order(here, "r1", { type: "retry", task: "nobody", because: "x" })).rejects.toMatchObject({
    status: 409,
  });
  const wrong = { type: "explode" } as unknown as Parameters<typeof client.order>[2];
  await expect(client.order(here, "r1", wrong)).rejects.toMatchObject({ status: 400 });
});

test("every order of the commands is taken by the API", async () => {
  const { client, project } = await aShop();
  const { here } = await client.overview();
  const orders = [
    { type: "ack", question: "q1" },
    { type: "tell", task: "page", text: "left" },
    { type: "pause" },
    { type: "brake", because: "stop it" },
    { type: "skip", task: "page", because: "not needed" },
  ] as const;
  for (const order of orders) await client.order(here, "r1", order);
  const posted = (await project.runs.waiting("r1")).map(({ input }) => (input as { type: string }).type);
  expect(posted).toEqual(orders.map(({ type }) => type));
});
