/**
 * A budget at every size, in dollars, tokens and minutes, with the gateway and without: an agent that spends for ever, and does not
 * listen when it is asked to end, is stopped; its work is kept, a warning came before, and more lets the task continue.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { json, listen, portOf } from "../gateway/lab.ts";
import { expectFigures, tableOf } from "../generated-table.ts";
import { until } from "../wait.ts";
import { aProject, eventsOf, ofType } from "./kit.ts";
import type { TestProject } from "./project.ts";

/** Uses a million tokens and a dollar at a time, by asking its model; after four fifths it waits for a word, then goes on for ever. */
const BURNER = `
import { existsSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
process.on("SIGTERM", () => {});
const ask = () => fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST", body: "{}" });
writeFileSync("work.txt", "x");
for (let asked = 0; ; asked += 1) {
  if (asked === 4) while (!existsSync("go")) await sleep(20);
  await ask().then((answer) => answer.text()).catch(() => {});
  await sleep(20);
}
`;

/** claude-haiku-4-5: $1 for a million tokens read. */
const ANSWER = { model: "claude-haiku-4-5", usage: { input_tokens: 1_000_000, output_tokens: 0 } };

/** The same by an agent that tells by itself what it uses, and leaves a sign when that is all it may. */
const SPEND = "usage: { tokens: 1000000, usd: 1 }, ";
const CROSSED = "write: { path: crossed, text: x }, ";
const SCRIPT = `default: [write: { path: work.txt, text: x }, ${SPEND.repeat(4)}hear: true, ${SPEND}${CROSSED}${`${SPEND}sleep: 0.1, `.repeat(100)}hang: true]\n`;

type Kind = "usd" | "tokens" | "minutes";
const AMOUNT: Readonly<Record<Kind, string>> = { usd: "5", tokens: "5000000", minutes: "0.03" };

interface Scope {
  readonly whose: string;
  readonly kinds: readonly Kind[];
  /** What is written into reeve.yaml, the plan, or said to the machine. */
  readonly config?: (limit: string) => string;
  readonly task?: (limit: string) => string;
  readonly plan?: (limit: string) => string;
  readonly cap?: true;
  readonly exit: number;
  readonly grantTo: string | null;
}

const MONEY: readonly Kind[] = ["usd", "tokens"];

const SCOPES: readonly Scope[] = [
  { whose: "attempt", kinds: MONEY, config: (limit) => `budgets: { attempt: { ${limit} } }\n`, exit: 3, grantTo: null },
  { whose: "task", kinds: MONEY, task: (limit) => `, budget: { ${limit} }`, exit: 3, grantTo: "a" },
  {
    whose: "gang",
    kinds: [...MONEY, "minutes"],
    plan: (limit) => `gangs: { g: { strategy: one_for_one, budget: { ${limit} } } }\n`,
    task: () => ", gang: g",
    exit: 3,
    grantTo: "g",
  },
  { whose: "run", kinds: [...MONEY, "minutes"], config: (limit) => `budgets: { ${limit} }\n`, exit: 5, grantTo: "run" },
  { whose: "day", kinds: MONEY, config: (limit) => `budgets: { day: { ${limit} } }\n`, exit: 5, grantTo: "day" },
  {
    whose: "project",
    kinds: MONEY,
    config: (limit) => `budgets: { project: { ${limit} } }\n`,
    exit: 5,
    grantTo: "project",
  },
  { whose: "machine", kinds: MONEY, cap: true, exit: 5, grantTo: null },
];

const CELLS = SCOPES.flatMap((scope) =>
  scope.kinds.flatMap((kind) => (["on", "off"] as const).map((gateway) => ({ ...scope, kind, gateway }))),
);

/** The time limit of an attempt, whoever says it, has a rule of its own. */
const TIMES = [
  { says: "attempt", config: "budgets: { attempt: { minutes: 0.02 } }\n", task: "" },
  { says: "task", config: "", task: ", budget: { minutes: 0.02 }" },
];

async function aBurner(gateway: "on" | "off", config: string, plan: string): Promise<TestProject> {
  let asked = 0;
  const server = await listen((_, response) => {
    asked += 1;
    if (asked === ALL_IT_MAY) project.write("crossed", "");
    json(response, 200, ANSWER);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const env = `env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:${portOf(server)}" }, tiers: { only: claude-haiku-4-5 }`;
  const agent =
    gateway === "on"
      ? `{ adapter: command, command: [${JSON.stringify(process.execPath)}, burner.mjs], ${env} }`
      : "{ adapter: scripted, script: script.yaml }";
  const policies = "policies: { worker: { restarts: 0, within_s: 60, backoff: none, grace_s: 600 } }\n";
  const project = aProject({
    "reeve.yaml": `isolation: none\ngateway: ${gateway}\nagents: { s: ${agent} }\n${policies}${config}`,
    "plan.yaml": plan,
    "burner.mjs": BURNER,
    "script.yaml": SCRIPT,
  });
  return project.with({ XDG_STATE_HOME: `${project.dir}/.home` });
}

/** Answers of the model, each of a million tokens and a dollar. */
const ALL_IT_MAY = 5;

/** From the moment when all was used to the record of the end, by size and by who counts. */
const figures = new Map<string, Partial<Record<"on" | "off", string>>>();

function measure(project: TestProject, whose: string, kind: Kind, gateway: "on" | "off"): void {
  const { at } = ofType(eventsOf(project), "attempt_ended")[0] as unknown as { readonly at: number };
  const tookMs = Math.max(0, at - statSync(join(project.dir, "crossed")).mtimeMs);
  const row = `${whose}, ${kind === "usd" ? "dollars" : kind}`;
  figures.set(row, { ...figures.get(row), [gateway]: `after ${(tookMs / 1_000).toFixed(1)} s` });
}

const PLACE = {
  page: "budgets.md",
  begin: "<!-- how soon: written by test/e2e/budget-scopes.long.test.ts -->",
  end: "<!-- end of how soon -->",
};

afterAll(() => {
  // With a part of the tests only, there is nothing to compare.
  if (figures.size < SCOPES.length * MONEY.length) return;
  const rows = [...figures].map(([row, { on = "–", off = "–" }]) => [row, "within 2 s", on, off]);
  expectFigures(PLACE, tableOf(["used up", "promised", "with the gateway", "by what agents report"], rows));
});

async function goOnWhenWarned(project: TestProject, gateway: "on" | "off"): Promise<void> {
  await until("a warning", () => ofType(eventsOf(project), "budget_warned").length > 0);
  project.write("go", "");
  if (gateway === "off") project.reeve("tell", "a", "go on");
}

const taskLine = (more: string) => `tasks:\n  - { id: a, prompt: burn, agent: s${more} }\n`;

describe.each(CELLS)("$kind of the $whose, gateway $gateway", (cell) => {
  const { whose, kind, gateway, exit, grantTo } = cell;
  const limit = `${kind}: ${AMOUNT[kind]}`;

  it("warns, stops what burns and keeps its work", async () => {
    const plan = `title: t\n${cell.plan?.(limit) ?? ""}${taskLine(cell.task?.(limit) ?? "")}`;
    const project = await aBurner(gateway, cell.config?.(limit) ?? "", plan);
    if (cell.cap) expect(project.reeve("cap", `--${kind}`, AMOUNT[kind]).code).toBe(0);
    const running = project.start("run", "plan.yaml");
    if (kind !== "minutes") await goOnWhenWarned(project, gateway);
    const ran = await running.ended;
    expect(ran.code, ran.out + ran.err).toBe(exit);
    const events = eventsOf(project);
    const [stopping] = ofType(events, "attempt_stopping");
    expect(stopping?.because).toMatchObject({ rule: "budget_exceeded", facts: { whose } });
    const [ended] = ofType(events, "attempt_ended");
    expect(ended?.changeset).toBe("keep");
    expect(ofType(events, "attempt_started")).toHaveLength(1);
    if (kind !== "minutes") {
      expect(ofType(events, "budget_warned")[0]?.whose).toBe(whose);
      measure(project, whose, kind, gateway);
    }
    if (gateway === "on" && kind !== "minutes") expect(ended?.usage[kind]).toBe(kind === "usd" ? 6 : 6_000_000);
    if (grantTo !== null && kind !== "minutes") expect(project.reeve("grant", grantTo, `--${kind}`, "1").code).toBe(0);
  });
});

describe.each(TIMES)("minutes of an attempt, said for each $says", ({ config, task }) => {
  it.each(["on", "off"] as const)("end it, gateway %s, though it does not listen", async (gateway) => {
    const project = await aBurner(gateway, config, `title: t\n${taskLine(task)}`);
    const { code } = await project.start("run", "plan.yaml").ended;
    expect(code).toBe(3);
    const [stopping] = ofType(eventsOf(project), "attempt_stopping");
    expect(stopping?.because.rule).toBe("time_limit");
    expect(ofType(eventsOf(project), "attempt_ended")[0]).toMatchObject({ changeset: "keep" });
  });
});
