/** The API with input that nobody meant to send: each way in answers in words, with the right status, and changes nothing. */
import { expect, test } from "vitest";
import { ROUTES } from "../../src/views/web/server/routes.ts";
import { aShop, TOKEN } from "./served.ts";

const auth = { Authorization: `Bearer ${TOKEN}` };

async function asked(response: Promise<Response>): Promise<[number, string]> {
  const answer = await response;
  return [answer.status, ((await answer.json()) as { error?: string }).error ?? ""];
}

function addressOf(path: string, names: { project: string; run?: string; task?: string }): string {
  const { project, run = "r1", task = "page" } = names;
  return `/api${path.replace(":project", project).replace(":run", run).replace(":task", task)}`;
}

const LOOKS = ROUTES.filter(({ method }) => method === "get");

test("every look gives what its schema says", async () => {
  const { client, get } = await aShop();
  const { here } = await client.overview();
  for (const { path, reply, name } of LOOKS) {
    const response = await get(addressOf(path, { project: here }));
    // Without a repository there is no diff.
    expect([name, response.status]).toEqual([name, name === "diff" ? 409 : 200]);
    if (name !== "diff") expect(reply.safeParse(await response.json()).error, name).toBeUndefined();
  }
});

test("an unknown project, run or task is told as such by every look", async () => {
  const { client, get } = await aShop();
  const { here } = await client.overview();
  for (const { path } of LOOKS.filter((route) => route.path.includes(":project"))) {
    expect(await asked(get(addressOf(path, { project: "elsewhere" })))).toEqual([
      404,
      "Reeve knows no such project on this machine.",
    ]);
    if (path.includes(":run"))
      expect((await asked(get(addressOf(path, { project: here, run: "r9" }))))[0], path).toBe(404);
    if (path.includes(":task"))
      expect((await asked(get(addressOf(path, { project: here, task: "nobody" }))))[0], path).toBe(409);
  }
  for (const run of ["..%2f..%2fetc", "%00", "r1%20", "%F0%9F%92%A9"])
    expect((await asked(get(addressOf("/projects/:project/runs/:run", { project: here, run }))))[0], run).toBe(404);
});

test("a query that means nothing is refused with the name of the field", async () => {
  const { client, get } = await aShop();
  const { here } = await client.overview();
  const run = addressOf("/projects/:project/runs/:run", { project: here });
  for (const query of ["at=0", "at=-1", "at=1.5", "at=x", "at=", "at=1e400"]) {
    const [status, error] = await asked(get(`${run}?${query}`));
    expect([query, status]).toEqual([query, 400]);
    expect(error).toMatch(/^The request is malformed\. at: /);
  }
  expect(await asked(get(`${run}?att=3`))).toEqual([400, expect.stringContaining("att")]);
  expect((await asked(get(`${run}/events?from=yes`)))[0]).toBe(400);
  const quiet = (await (await get(`${run}/journal?all=false`)).json()) as { lines: unknown[] };
  const all = (await (await get(`${run}/journal?all=true`)).json()) as { lines: unknown[] };
  expect(quiet.lines.length).toBeLessThan(all.lines.length);
});

test("a moment beyond the newest record is the newest", async () => {
  const { client } = await aShop();
  const { here } = await client.overview();
  expect((await client.run(here, "r1", 1_000_000)).over.seq).toBe((await client.run(here, "r1")).over.seq);
});

test("a body that is no order is refused in words, and leaves nothing behind", async () => {
  const { client, project, origin } = await aShop();
  const { here } = await client.overview();
  const url = `${origin}/api/projects/${here}/runs/r1/orders`;
  const send = (body: string) => asked(fetch(url, { method: "POST", headers: auth, body }));
  const wrong = [
    "",
    "no json",
    "[]",
    "null",
    '"pause"',
    "{}",
    '{"type":"explode"}',
    '{"type":"answer","question":"q1"}',
    '{"type":"answer","question":"q1","text":7}',
    '{"type":"answer","question":"","text":"x"}',
    '{"type":"grant","to":"run","usd":-1}',
    '{"type":"grant","to":"run","usd":1e999}',
    '{"type":"cut","target":"page","reason":"because"}',
    '{"type":"__proto__"}',
  ];
  for (const body of wrong) {
    const [status, error] = await send(body);
    expect([body, status]).toEqual([body, 400]);
    expect(error).not.toMatch(/[[{]\n/);
  }
  expect(await send(JSON.stringify({ type: "tell", task: "page", text: "x".repeat(200_000) }))).toEqual([
    413,
    "An order has at most 100,000 bytes.",
  ]);
  expect((await send(JSON.stringify({ type: "tell", task: "page", text: "x".repeat(30_000) })))[0]).toBe(400);
  expect(await project.runs.waiting("r1")).toEqual([]);
});

test("what the run itself refuses is a conflict, told in the words of the command", async () => {
  const { client, origin } = await aShop();
  const { here } = await client.overview();
  const url = `${origin}/api/projects/${here}/runs/r1/orders`;
  const orders: [object, RegExp][] = [
    [{ type: "answer", question: "q9", text: "x" }, /q9/],
    [{ type: "retry", task: "api", because: "x" }, /api/],
    [{ type: "cut", target: "nobody", reason: "spinning" }, /nobody/],
    [{ type: "approve", replan: "p9" }, /p9/],
    [{ type: "land" }, /r1/],
  ];
  for (const [order, says] of orders) {
    const [status, error] = await asked(fetch(url, { method: "POST", headers: auth, body: JSON.stringify(order) }));
    expect([JSON.stringify(order), status]).toEqual([JSON.stringify(order), 409]);
    expect(error).toMatch(says);
  }
});

test("addresses and methods that are not there are 404 in words", async () => {
  const { get, origin } = await aShop();
  expect((await asked(get("/api/")))[0]).toBe(404);
  expect((await asked(get("/api/projects/%zz/history")))[0]).toBe(404);
  expect((await asked(get("/../package.json")))[0]).toBe(404);
  expect((await asked(fetch(`${origin}/api/overview`, { method: "DELETE", headers: auth })))[0]).toBe(404);
});
