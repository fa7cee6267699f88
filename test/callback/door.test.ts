/** Where the tools are and who gets in: one attempt that is alive, on this machine, also after Reeve was killed. */
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../wait.ts";
import { openLab, post, toolCall } from "./lab.ts";

const READ = toolCall("read_task");

test("without the right token nobody gets in", async () => {
  const lab = await openLab();
  const other = await openLab();
  const own = lab.address("a.1");
  const [, seal = ""] = own.token.split(".");
  const forged = `${Buffer.from(JSON.stringify(["agent", "b.1"])).toString("base64url")}.${seal}`;
  for (const token of ["", "x", own.token.slice(0, -1), `${own.token}.x`, forged, other.address("a.1").token]) {
    const answer = await post({ ...own, token }, READ);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(await answer.text()).toContain("Reeve: this needs the token of an attempt");
  }
  expect((await post(own, READ, { authorization: `Basic ${own.token}` })).status).toBe(401);
  expect(lab.run.names()).toEqual([]);
});

test("a token opens its own attempt only", async () => {
  const lab = await openLab();
  const agent = await lab.client("b.1");
  expect(JSON.parse((await agent.call("read_task", { task: "a", attempt: "a.1" })).text).task_id).toBe("b");
  await agent.call("report_result");
  expect(lab.run.names()).toEqual(["result_reported:b.1"]);
});

test("the token of an attempt that has ended is refused, that of the next one is not", async () => {
  const lab = await openLab();
  const before = lab.address("a.1");
  expect((await post(before, READ)).status).toBe(200);
  lab.when({ type: "attempt_ended", attempt: "a.1", outcome: { type: "lost", evidence: [] }, usage: { tokens: 0 } });
  const answer = await post(before, READ);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("this attempt has ended");
  expect((await post(lab.address("a.2"), READ)).status).toBe(200);
  expect((await post(lab.address("never.1"), READ)).status).toBe(403);
});

test("what comes by another name, or from a page in a browser, is refused", async () => {
  const lab = await openLab();
  const own = lab.address("a.1");
  const { port } = new URL(own.url);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1:${Number(port) + 1}`, ""])
    expect(await statusWithHost(own.url, own.token, host)).toBe(403);
  expect(await statusWithHost(own.url, own.token, `localhost:${port}`)).toBe(200);
  expect((await post(own, READ, { origin: "http://evil.example" })).status).toBe(403);
  expect((await post(own, READ, { origin: `http://127.0.0.1:${port}` })).status).toBe(200);
});

test("it cannot be reached from outside this machine", async () => {
  const lab = await openLab();
  const outside = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address } of outside.filter(({ internal, family }) => !internal && family === "IPv4")) {
    const socket = connectSocket(lab.callback.port, address);
    await expect(once(socket, "connect")).rejects.toThrow("ECONNREFUSED");
  }
});

test("other paths and methods lead nowhere", async () => {
  const lab = await openLab();
  const own = lab.address("a.1");
  expect((await post({ ...own, url: new URL("/", own.url).href }, READ)).status).toBe(404);
  for (const method of ["GET", "DELETE", "PUT", "OPTIONS"]) {
    const answer = await fetch(own.url, { method, headers: { authorization: `Bearer ${own.token}` } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  }
});

test("bodies are bounded, whole, and hold one call", async () => {
  const lab = await openLab();
  const own = lab.address("a.1");
  expect((await post(own, toolCall("progress", { text: "x".repeat(1_100_000) }))).status).toBe(413);
  expect(await statusOfFlood(own.url, own.token)).toBe(413);
  for (const body of ["", "{", "7", "null", JSON.stringify([READ, READ])])
    expect((await post(own, body)).status).toBe(400);
  expect((await post(own, READ, { accept: "text/html" })).status).toBe(406);
  expect((await post(own, { id: 1 })).status).toBe(400);
  expect(lab.signs).toEqual([]);
  expect((await post(own, READ)).status).toBe(200);
});

test("an agent that calls without end is slowed down, and nobody else is", async () => {
  const lab = await openLab();
  const statuses: number[] = [];
  for (let i = 0; i < 110; i += 1) statuses.push((await post(lab.address("a.1"), "{")).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(100);
  const refused = await post(lab.address("a.1"), READ);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await post(lab.address("b.1"), READ)).status).toBe(200);
  lab.clock.advance(1_000);
  expect((await post(lab.address("a.1"), READ)).status).toBe(200);
});

test("an agent that opens calls without end is refused more of them", async () => {
  const lab = await openLab();
  const own = lab.address("a.1");
  const hangUp = new AbortController();
  const waiting = Array.from({ length: 32 }, () =>
    fetch(own.url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${own.token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(toolCall("ask_person", { question: "Which port?", wait_s: 240 })),
      signal: hangUp.signal,
    }).catch(() => "hung up"),
  );
  await until(
    "all of them to wait",
    () => lab.signs.length === 32,
    () => lab.signs,
  );
  expect((await post(own, READ)).status).toBe(429);
  hangUp.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["hung up"]));
  expect(lab.run.state.questions.open.size).toBe(1);
  await until("a place to be free again", async () => (await post(own, READ)).status === 200);
});

test("address and tokens are the same after Reeve was killed, and what was asked is not lost", async () => {
  const lab = await openLab();
  const own = lab.address("a.1");
  const agent = await lab.client("a.1");
  const waiting = agent.call("ask_person", { question: "Which port?", wait_s: 240 }).catch(() => "broken");
  await until("the sign of its waiting", () => lab.signs.length === 1);
  await lab.callback.close();
  expect(await waiting).toBe("broken");
  const again = await openLab({ run: lab.run, runDir: lab.runDir });
  expect(again.address("a.1")).toEqual(own);
  again.when({ type: "answer", question: "q1", text: "8080" });
  expect((await agent.call("ask_person", { question: "Which port?", wait_s: 240 })).text).toBe("The answer: 8080");
});

test("where the old port has been taken it listens on another", async () => {
  const lab = await openLab();
  const again = await openLab({ run: lab.run, runDir: lab.runDir });
  expect(again.callback.port).not.toBe(lab.callback.port);
  expect((await post(again.address("a.1"), READ)).status).toBe(200);
});

test("address and secret are kept for their owner alone", async () => {
  const lab = await openLab();
  const file = join(lab.runDir, "callback.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ port: lab.callback.port });
});

function statusWithHost(url: string, token: string, host: string): Promise<number | undefined> {
  const answered = Promise.withResolvers<number | undefined>();
  const headers = {
    host,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const call = request(url, { method: "POST", headers, setHost: false }, (answer) => {
    answer.resume();
    answered.resolve(answer.statusCode);
  });
  call.on("error", answered.reject);
  call.end(JSON.stringify(READ));
  return answered.promise;
}

/** Without saying how much will come. */
function statusOfFlood(url: string, token: string): Promise<number | undefined> {
  const answered = Promise.withResolvers<number | undefined>();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const call = request(url, { method: "POST", headers }, (answer) => {
    answer.resume();
    answered.resolve(answer.statusCode);
  });
  call.on("error", () => {}); // what is still being sent is not waited for
  const piece = Buffer.alloc(65_536, "x");
  for (let i = 0; i < 20; i += 1) call.write(piece);
  return answered.promise.finally(() => call.destroy());
}
