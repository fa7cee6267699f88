/** kill -9 of Reeve at random moments while it works boards: it goes on from the files, and no agent runs twice for one call. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Dice } from "../simulation/dice.ts";
import { thoroughly } from "../thoroughly.ts";
import { LONG_TEST_HANG_MS } from "../wait.ts";
import { BOARD, boardFiles, boardText, callsOf, filesOf, type ToldEvent, taskText } from "./board-lab.ts";
import { cleanUp } from "./kit.ts";
import { TestProject } from "./project.ts";
import { randomMoment } from "./random-moment.ts";

const KILLS = thoroughly(60, 20);
const KILLS_PER_BOARD = 40;
const NAMES = Array.from({ length: 10 }, (_, at) => `${at + 1}-part.md`);
/** Every third call answers in the wrong form; each takes a moment. */
const AGENT = "sleep 0.0$((calls % 5)); if [ $((calls % 3)) = 1 ]; then echo nonsense; else log; say ok; fi";

it(
  `${KILLS} kills lose nothing and run no call twice`,
  async () => {
    const seed = Number(process.env["REEVE_SEED"] ?? 4711);
    const dice = new Dice(seed);
    for (let kills = 0; kills < KILLS; ) kills += await playBoard(dice, Math.min(KILLS_PER_BOARD, KILLS - kills), seed);
  },
  LONG_TEST_HANG_MS,
);

/** How many kills it took. */
async function playBoard(dice: Dice, killsMax: number, seed: number): Promise<number> {
  const tasks = Object.fromEntries(NAMES.map((name) => [name, taskText(name)]));
  const board = boardText({ current: "tasks/1-part.md", tasks: NAMES });
  const project = new TestProject(
    boardFiles({ agent: AGENT, board, tasks, settings: "kanban: { retries: 20 }\n" }),
    "reeve-board-",
  );
  let kills = 0;
  let hasFailed = true;
  try {
    for (; kills < killsMax; kills += 1) {
      const reeve = project.start("kanban", "run", BOARD);
      if ((await randomMoment(reeve, dice, 8)) !== null) break;
      reeve.signal("SIGKILL");
      await reeve.ended;
    }
    const last = project.reeve("kanban", "run", BOARD);
    expect(last.code, `seed ${seed}, after ${kills} kills: ${last.out}${last.err}`).toBe(0);
    check(project, seed);
    hasFailed = false;
  } finally {
    await cleanUp(project, hasFailed);
  }
  return Math.max(1, kills);
}

function check(project: TestProject, seed: number): void {
  const files = filesOf(project);
  expect(project.read(BOARD), `seed ${seed}`).toMatch(/^phase: complete$/m);
  for (const name of NAMES) expect(files[name], `seed ${seed}`).toContain("state: done");
  expect(Object.keys(files), `seed ${seed}`).toHaveLength(NAMES.length + 1);
  const attempts = callsOf(project).map((line) => line.split(" ")[2]);
  expect(new Set(attempts).size, `seed ${seed}: no attempt runs twice`).toBe(attempts.length);
  const inputs = new Set(callsOf(project).map((line) => line.split(" ").slice(0, 2).join(" ")));
  expect(inputs.size, `seed ${seed}: one input per task`).toBe(NAMES.length);
}

it("without any of its own records it goes on from the files, and the counts with them", () => {
  const project = new TestProject(
    boardFiles({
      agent: "echo nonsense",
      tasks: { "1-model.md": taskText("Add the model") },
      settings: "kanban: { retries: 2 }\n",
    }),
  );
  try {
    const killed = project.json<ToldEvent>("kanban", "run", BOARD);
    expect(killed.at(-1)?.end?.type).toBe("failed");
    expect(callsOf(project)).toHaveLength(3);
    rmSync(join(project.dir, ".reeve"), { recursive: true });
    expect(project.reeve("kanban", "run", BOARD).code).toBe(1);
    expect(callsOf(project)).toHaveLength(4);
  } finally {
    project.remove();
  }
});
