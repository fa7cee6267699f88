/** Where the gateway is and who gets in: one attempt of one run, on this machine, also after Reeve was killed. */
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openGateway } from "../../src/effects/gateway/gateway.ts";
import { until } from "../wait.ts";
import { AGENT, ATTEMPT, ask, json, openLab, post } from "./lab.ts";

const MESSAGES = { vendor: "anthropic", path: "/v1/messages" } as const;

describe("the address", () => {
  it("belongs to one attempt of one run: others are refused and reach nothing", async () => {
    const lab = await openLab((_, response) => json(response, 200, {}));
    const other = await openLab((_, response) => json(response, 200, {}));
    const token = new URL(other.gateway.url(AGENT, ATTEMPT)).pathname;
    const base = `http://127.0.0.1:${lab.gateway.port}`;
    const [name = "", sealed = ""] = new URL(lab.gateway.url(AGENT, ATTEMPT)).pathname.slice(1).split(".");
    const forged = Buffer.from(JSON.stringify([AGENT, "other.1"])).toString("base64url");
    for (const path of [
      "/",
      "/x/anthropic/v1",
      `${token}/anthropic/v1`,
      `/${forged}.${sealed}/openai`,
      `/${name}/openai`,
    ])
      expect((await post(base + path, "{}")).status).toBe(403);
    expect((await post(`${lab.gateway.url(AGENT, ATTEMPT)}/nobody/v1`, "{}")).status).toBe(403);
    expect(lab.reached()).toBe(0);
    expect(lab.records).toEqual([]);
  });

  it("leads nowhere when its attempt has ended, so that what is left of it spends nothing", async () => {
    const lab = await openLab((_, response) => json(response, 200, {}));
    lab.gateway.setBudget(ATTEMPT, { tokens: 100 });
    expect((await ask(lab, MESSAGES)).status).toBe(200);
    lab.gateway.end(ATTEMPT);
    expect((await ask(lab, MESSAGES)).status).toBe(403);
    expect(lab.reached()).toBe(1);
  });

  it("cannot be reached from outside this machine", async () => {
    const lab = await openLab((_, response) => json(response, 200, {}));
    const outside = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address } of outside.filter(({ internal, family }) => !internal && family === "IPv4")) {
      const socket = connect(lab.gateway.port, address);
      await expect(once(socket, "connect")).rejects.toThrow("ECONNREFUSED");
    }
  });

  it("is the same after Reeve was killed, so that agents that live on go on", async () => {
    const lab = await openLab((_, response) => json(response, 200, {}));
    const url = lab.gateway.urlFor(AGENT, ATTEMPT, "anthropic");
    await lab.gateway.close();
    const again = await openLab((_, response) => json(response, 200, {}), { runDir: lab.runDir });
    expect(again.gateway.urlFor(AGENT, ATTEMPT, "anthropic")).toBe(url);
    expect((await post(`${url}/v1/messages`, "{}")).status).toBe(200);
    expect(await again.record()).toMatchObject({ agent: AGENT, attempt: ATTEMPT });
  });

  it("is another one where the old port has been taken", async () => {
    const lab = await openLab((_, response) => json(response, 200, {}));
    const again = await openLab((_, response) => json(response, 200, {}), { runDir: lab.runDir });
    expect(again.gateway.port).not.toBe(lab.gateway.port);
    expect((await ask(again, MESSAGES)).status).toBe(200);
  });
});

it("no key and no text is in anything that is kept or told", async () => {
  const lab = await openLab((_, response) =>
    json(response, 429, { error: { type: "limit", message: "private words, try again in 2 hours" } }),
  );
  const headers = { authorization: "Bearer very-secret", "x-api-key": "very-secret" };
  await ask(lab, { ...MESSAGES, path: "/v1/messages?key=very-secret", headers, body: "private words" });
  await ask(lab, { ...MESSAGES, headers });
  await lab.record(1);
  const kept = readdirSync(lab.runDir).map((file) => readFileSync(join(lab.runDir, file), "utf8"));
  const told = JSON.stringify([lab.records, lab.holds, lab.overs, kept]);
  expect(lab.holds.length).toBe(1);
  expect(told).not.toMatch(/very-secret|private words/);
  expect(statSync(join(lab.runDir, "gateway.json")).mode & 0o777).toBe(0o600);
});

it("a base URL that is none is told to the agent", async () => {
  const bad = () => ({ anthropic: "not a url", openai: "file:///etc", gemini: "" });
  const lab = await openLab(() => {}, { upstreams: bad });
  const answer = await ask(lab, MESSAGES);
  expect(answer.status).toBe(400);
  expect(String(answer.body)).toContain("not an http address");
});

it("closing ends what is under way and frees the port", async () => {
  const lab = await openLab((_, response) => void response.writeHead(200).flushHeaders());
  const asked = ask(lab, MESSAGES);
  await until("the request to reach the API", () => lab.reached() === 1);
  const gone = asked.catch(() => "gone");
  await lab.gateway.close();
  expect(await gone).toSatisfy((end: unknown) => end === "gone" || (end as { cut: boolean }).cut);
  const { runDir, clock, gateway } = lab;
  const nothing = () => {};
  const upstreams = () => ({ anthropic: "", openai: "", gemini: "" });
  const callbacks = { onRecord: nothing, onOver: nothing, onHold: nothing, price: () => null };
  const again = await openGateway({ runDir, clock, upstreams, ...callbacks, env: {} });
  expect(again.port).toBe(gateway.port);
  await again.close();
});
