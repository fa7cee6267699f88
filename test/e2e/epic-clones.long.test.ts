/** Two clones of one repository tick the same epic through its remote, and both are killed at random moments. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { seededDice } from "../../src/basics/seeded-dice.ts";
import { readBody } from "../../src/systems/epic/body/read-body.ts";
import { gitIn } from "../repository.ts";
import { until } from "../wait.ts";
import { EPIC, epicFiles, queuedRow } from "./epic-project.ts";
import { cleanUp } from "./kit.ts";
import { TestProject } from "./project.ts";

const ITEMS = ["a", "b", "c", "d", "e"];
const KILLS_MIN = 100;

it("no item is dispatched or worked twice, and the epic comes to its end", async () => {
  const seed = Number(process.env["REEVE_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  const dice = seededDice(seed);
  const home = mkdtempSync(join(tmpdir(), "reeve-clones-"));
  const remote = join(home, "remote.git");
  const worked = join(home, "worked");
  gitIn(home, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  const agent = `mkdir -p ${worked}; echo x > ${worked}/$REEVE_TASK_ID.$$; echo x > "$REEVE_TASK_ID.txt"; git add -A; git commit -qm work`;
  const clones = [0, 1].map(() => new TestProject());
  onTestFinished(async ({ task }) => {
    for (const clone of clones) await cleanUp(clone, task.result?.state === "fail");
    rmSync(home, { recursive: true, force: true });
  });
  const files = epicFiles({ agent, settings: "epic: { git: on }\n", items: ITEMS.map((id) => queuedRow(id)) });
  for (const [at, clone] of clones.entries()) {
    gitIn(clone.dir, "init", "--quiet", "--initial-branch=main");
    gitIn(clone.dir, "remote", "add", "origin", remote);
    if (at > 0) {
      gitIn(clone.dir, "pull", "--quiet", "origin", "main");
      continue;
    }
    for (const [name, text] of Object.entries(files)) clone.write(name, text);
    gitIn(clone.dir, "add", "--all");
    gitIn(clone.dir, "commit", "--quiet", "--message", "Begin");
    gitIn(clone.dir, "push", "--quiet", "origin", "main");
  }
  const body = () => {
    const read = readBody(gitIn(remote, "show", `main:${EPIC}`), EPIC);
    if (!read.ok) throw new Error(`seed ${seed}: ${JSON.stringify(read.mistakes)}`);
    return read.body;
  };
  let kills = 0;
  for (let tick = 0; body().status !== "ready_for_user_review" || kills < KILLS_MIN; tick += 1) {
    const running = clones.map((clone) => clone.start("tick", EPIC));
    // A killed one in ten goes to its end, so that work goes on.
    const isSpared = dice() < 0.1;
    const moment = dice() * 700;
    await Promise.all(
      running.map(async ({ child, ended }, at) => {
        if (isSpared || (at === 1 && dice() < 0.3)) return ended;
        const isOver = await Promise.race([ended.then(() => true), afterMs(moment)]);
        if (isOver !== true && child.kill("SIGKILL")) kills += 1;
        return ended;
      }),
    );
    expect(tick, `seed ${seed}`).toBeLessThan(2_000);
  }
  await until("workers to end", () => clones.every((clone) => clone.leftovers().length === 0));
  const subjects = gitIn(remote, "log", "--format=%s", "main").split("\n");
  const dispatched = subjects.filter((line) => line.startsWith("Epic: dispatch "));
  expect(dispatched.toSorted(), `seed ${seed}`).toEqual(ITEMS.map((id) => `Epic: dispatch ${id} to sh`));
  const runs = readdirSync(worked).map((name) => name.split(".")[0]);
  expect(runs.toSorted(), `seed ${seed}`).toEqual(ITEMS);
  expect(body().items.every(({ status }) => status === "ready_for_user_review")).toBe(true);
  expect(kills).toBeGreaterThanOrEqual(KILLS_MIN);
  expect(readFileSync(join(clones[0]?.dir ?? "", "agent.sh"), "utf8")).toContain("git commit");
});

/** The moment of a kill is what the test is about. */
function afterMs(ms: number): Promise<false> {
  const { promise, resolve } = Promise.withResolvers<false>();
  setTimeout(() => resolve(false), ms);
  return promise;
}
