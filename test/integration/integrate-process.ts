/**
 * Recovers and performs integrations as Reeve would and writes down each answer; dies by SIGKILL at a given call of git or gate. Its
 * one argument is the `Errand` as JSON.
 */
import { appendFileSync, readFileSync } from "node:fs";
import type { IntegrateOrder } from "../../src/domain/proof/gate.ts";
import { openGit } from "../../src/effects/git/git.ts";
import { openRepository } from "../../src/effects/git/repository.ts";
import { openIntegration } from "../../src/effects/integration/integration.ts";
import { openWorkspaces } from "../../src/effects/workspace/open-workspaces.ts";
import { runGate } from "../integration-world.ts";

export interface Errand {
  readonly dir: string;
  readonly stateDir: string;
  readonly base: string;
  readonly orders: readonly IntegrateOrder[];
  /** Answers, one per line; orders that have one are not performed again. */
  readonly journal: string;
  readonly mark: string;
  /** The call to die at, and where in it: before, so many milliseconds after its start, or at its end. */
  readonly dieAt: number;
  readonly how: "before" | "after" | number;
}

const errand = JSON.parse(process.argv[2] ?? "") as Errand;
const die = () => process.kill(process.pid, "SIGKILL");
let calls = 0;

async function perhapsDying<T>(call: () => Promise<T>): Promise<T> {
  calls += 1;
  if (calls !== errand.dieAt) return call();
  if (errand.how === "before") die();
  const running = call();
  if (typeof errand.how === "number") setTimeout(die, errand.how);
  const result = await running;
  if (errand.how === "after") die();
  return result;
}

const choice = await openRepository(errand.dir);
if (!choice.ok) throw new Error(choice.message);
const { repository } = choice;
const { stateDir, mark: marker } = errand;
const base = { commit: errand.base, branch: "main" };
const runSetup = async () => null;
const workspaces = openWorkspaces({ repository, stateDir, run: "r1", base, setup: [], parallel: 1, runSetup, marker });
const problem = await workspaces.recover();
if (problem) throw new Error(problem.message);

const git = openGit(errand.dir, { marker: errand.mark });
const integrator = openIntegration({
  git: { run: (args, options) => perhapsDying(() => git.run(args, options)) },
  repository,
  run: "r1",
  base,
  stateDir,
  runGates: ({ dir, gates }) => perhapsDying(async () => gates.map((gate) => runGate(dir, gate))),
  findGates: async () => ({ ok: true, gates: [] }),
  setup: null,
  secrets: [],
});

const answered = new Set(
  readFileSync(errand.journal, "utf8")
    .split("\n")
    .map((line) => line.split(" ")[0]),
);
for (const order of errand.orders.filter(({ task }) => !answered.has(task))) {
  const answer = await integrator.integrate(order, new AbortController().signal);
  const said = answer.type === "failed" ? `failed ${answer.failure.message}` : answer.integration.type;
  if (answer.type === "failed") {
    console.error(said);
    process.exit(3);
  }
  await perhapsDying(async () => appendFileSync(errand.journal, `${order.task} ${said}\n`));
}
