/** A night in two projects of one machine, for the page: a shop in the middle of its work, and a handbook worked twice to its end. */

import { type RunningReeve, TestProject } from "../e2e/project.ts";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { AGENTS_YAML, EPIC, PLAN_YAML, REEVE_YAML, SHOP_FILES } from "./shop-files.ts";

export interface Night {
  readonly shop: TestProject;
  readonly handbook: TestProject;
  readonly url: string;
  /** Kills the server and starts another one at the same place; gives its address. */
  readonly serveAgain: () => Promise<string>;
  readonly end: () => Promise<void>;
}

const HANDBOOK = {
  "reeve.yaml":
    "agents: { gemini: { adapter: scripted, script: agents.yaml } }\nbudgets: { usd: 10 }\npolicies: { host: { memory_mb: 0, load_per_core: 0 } }\n",
  "plan.yaml":
    "title: Handbook in German\ntasks:\n  - { id: intro, prompt: Translate. }\n  - { id: orders, prompt: Translate. }\n",
  "agents.yaml": `tasks:
  intro: [[usage: { tokens: 9000, usd: 0.2 }, write: { path: einleitung.md, text: "# Einleitung\\n" }, result: {}]]
  orders: [[usage: { tokens: 9000, usd: 0.2 }, write: { path: bestellungen.md, text: "# Bestellungen\\n" }, result: {}]]
default: [result: { nothing_to_do: "it was there" }]
`,
};

export async function aNight(): Promise<Night> {
  const shop = new TestProject(
    {
      "reeve.yaml": REEVE_YAML,
      "plan.yaml": PLAN_YAML,
      "agents.yaml": AGENTS_YAML,
      "epics/prices.md": EPIC,
      ...SHOP_FILES,
    },
    "reeve-night-",
    "shop",
  );
  const handbook = new TestProject(HANDBOOK, "reeve-night-", "handbook");
  const state = { XDG_STATE_HOME: `${shop.dir}-state` };
  shop.with(state);
  handbook.with(state);
  for (const { dir } of [shop, handbook]) {
    gitIn(dir, "init", "--quiet", "--initial-branch=main");
    gitIn(dir, "add", "--all");
    gitIn(dir, "commit", "--quiet", "--message", "Begin");
  }
  handbook.reeve("run");
  handbook.reeve("run", "--new");
  const work = shop.start("run", "--wait");
  await until(
    "the shop to be in the middle of its night",
    () => isBusy(shop),
    () => shop.reeve("status").out,
  );
  const serve = async () => {
    const server = shop.start("serve", "--json", "--port", `${20_000 + (process.pid % 20_000)}`);
    const { url } = JSON.parse(await server.line(/^\{"url"/)) as { url: string };
    return { server, url };
  };
  let serving = await serve();
  const serveAgain = async () => {
    serving.server.signal("SIGKILL");
    await serving.server.ended;
    serving = await serve();
    return serving.url;
  };
  return {
    shop,
    handbook,
    url: serving.url,
    serveAgain,
    end: () => endNight(shop, work, serving.server),
  };
}

interface Status {
  readonly counts: Readonly<Record<string, number>>;
  readonly questions: readonly unknown[];
  readonly patterns: readonly unknown[];
}

/** It asks twice, knows a common cause, works, and waits for a restart. */
function isBusy(shop: TestProject): boolean {
  const [status] = shop.json<Status>("status");
  if (status?.counts === undefined) return false;
  const { working = 0, waiting_for_wakeup: restarting = 0 } = status.counts;
  return status.questions.length >= 2 && status.patterns.length > 0 && working >= 4 && restarting > 0;
}

async function endNight(shop: TestProject, work: RunningReeve, server: RunningReeve): Promise<void> {
  server.signal("SIGINT");
  await server.ended;
  shop.reeve("stop");
  await work.ended;
}
