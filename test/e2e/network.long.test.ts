/** A provider that goes away and comes back, in real runs with a real server: who waits, who does not, and who pays. */
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { http } from "../../src/effects/loopback/http.ts";
import { json } from "../gateway/lab.ts";
import { aProject, eventsOf, ofType, planOf } from "./kit.ts";
import type { RunningReeve, TestProject } from "./project.ts";

/** Asks its model once. Tells what went wrong as most programs do. */
const AGENT = `
const url = process.env.ANTHROPIC_BASE_URL;
try {
  const answer = await fetch(url + "/v1/messages", { method: "POST", headers: { "x-api-key": "the-key" }, body: "{}" });
  const text = await answer.text();
  if (answer.status !== 200) { console.error("API Error: " + answer.status + " " + text); process.exit(1); }
  console.log('{"status":"done"}');
} catch (error) {
  console.error("TypeError: fetch failed: " + (error.cause?.code ?? error.message));
  process.exit(1);
}
`;
const ANSWER = { model: "claude-haiku-4-5", usage: { input_tokens: 10, output_tokens: 1 } };

/** A provider at an address that stays the same while it is away. It counts what it is asked. */
class Provider {
  requests = 0;
  port = 0;
  #server: ReturnType<typeof http.createServer> | null = null;

  async comes(): Promise<void> {
    const server = http.createServer((_, response) => {
      this.requests += 1;
      json(response, 200, ANSWER);
    });
    const listening = Promise.withResolvers<void>();
    server.listen(this.port, "127.0.0.1", listening.resolve);
    await listening.promise;
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async goes(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = Promise.withResolvers<void>();
    server.close(() => closed.resolve());
    server.closeAllConnections();
    await closed.promise;
  }
}

async function aProvider(): Promise<Provider> {
  const provider = new Provider();
  onTestFinished(() => provider.goes());
  await provider.comes();
  return provider;
}

/** No restart and no retry is allowed: whoever is charged fails. */
const STRICT = `policies: { probe_backoff: 1, lineage_retries: 0, worker: { restarts: 0, within_s: 3600, backoff: none, grace_s: 5 } }\n`;

interface Two {
  readonly project: TestProject;
  /** Goes away. */
  readonly near: Provider;
  readonly far: Provider;
}

async function twoProviders(settings: string): Promise<Two> {
  const [near, far] = [await aProvider(), await aProvider()];
  const sh = ({ port }: Provider) =>
    `{ adapter: command, command: [${JSON.stringify(process.execPath)}, agent.mjs], env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:${port}" } }`;
  const project = aProject({
    "reeve.yaml": `isolation: none\n${settings}${STRICT}agents:\n  near: ${sh(near)}\n  twin: ${sh(near)}\n  far: ${sh(far)}\n`,
    "plan.yaml": planOf(
      "id: a, agent: near",
      "id: b, agent: twin",
      "id: free, agent: far",
      "id: later, agent: far, depends_on: [free]",
    ),
    "agent.mjs": AGENT,
  });
  await near.goes();
  return { project, near, far };
}

async function heldAndFree(reeve: RunningReeve): Promise<void> {
  await reeve.line(/"endpoint_held"/);
  await reeve.line(/"task_done".*"task":"later"|"task":"later".*"task_done"/);
}

function expectNobodyPaid(project: TestProject): void {
  const events = eventsOf(project);
  expect(ofType(events, "restart_scheduled")).toEqual([]);
  expect(ofType(events, "question_asked")).toEqual([]);
  for (const again of ofType(events, "task_requeued"))
    expect(again).toMatchObject({ because: { rule: "unreachable" }, counts: { retries: 0, raised: 0, lost: 0 } });
}

describe.each([
  ["with the gateway", "gateway: on\n"],
  ["without the gateway", ""],
])("a provider that is away, %s", (_, settings) => {
  it("is one hold for its agents; the others go on; when it is back all is done, and nobody was charged", async () => {
    const { project, near } = await twoProviders(settings);
    const reeve = project.start("run", "plan.yaml", "--json");
    await heldAndFree(reeve);
    const away = `127.0.0.1:${near.port}`;
    const status = project.reeve("status").out;
    expect(status).toMatch(
      new RegExp(`Network\\n {2}${away} \\(near, twin\\) has not been reachable for .*ECONNREFUSED`),
    );
    expect(JSON.parse(project.reeve("status", "--json").out).network).toMatchObject([
      { endpoint: `http://${away}`, agents: ["near", "twin"], waiting: 2, question: null },
    ]);
    expect(project.reeve("why").out).toMatch(
      new RegExp(
        `b waits for ${away}, which cannot be reached .*\\(ECONNREFUSED\\); Reeve (tries it again|is trying it)`,
      ),
    );
    await near.comes();
    expect((await reeve.ended).code).toBe(0);
    const events = eventsOf(project);
    expect(new Set(ofType(events, "endpoint_held").map(({ endpoint }) => endpoint))).toEqual(
      new Set([`http://${away}`]),
    );
    expect(ofType(events, "endpoint_reached")).toMatchObject([{ by: "probe" }]);
    expect(near.requests).toBe(2); // one per task: probes ask for nothing
    expectNobodyPaid(project);
  });

  it("is still held after kill -9, and is let go by the next Reeve's probe", async () => {
    const { project, near } = await twoProviders(settings);
    const first = project.start("run", "plan.yaml", "--json");
    await heldAndFree(first);
    first.child.kill("SIGKILL");
    await first.ended;
    const started = () => ofType(eventsOf(project), "attempt_started").length;
    const before = started();
    const second = project.start("run", "--json");
    await second.line(/"endpoint_held"/); // it was probed in vain
    expect(started()).toBe(before);
    await near.comes();
    expect((await second.ended).code).toBe(0);
    expect(near.requests).toBe(2);
    expectNobodyPaid(project);
  });
});
