/** What befalls the journal of a run, and the clock. */
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { until } from "../wait.ts";
import { DONE, planOf, UNTIL_GO } from "./agents.ts";
import type { RunFault } from "./fault.ts";
import type { Scene } from "./scene.ts";

const ASKS = `if [ -e "$REEVE_PROJECT/asked" ]; then ${DONE}; else touch "$REEVE_PROJECT/asked"; echo '{"status":"blocked","blocked_reason":"ambiguous_spec","uncertain_about":"?"}'; fi`;
const rests = { area: "journal", plan: planOf("a", "b"), agent: { a: ASKS, "*": DONE } } as const;
const JOURNAL = ".reeve/runs/r1/journal.db";

export const JOURNAL_FAULTS: readonly RunFault[] = [
  resting("a byte of the journal is changed", [3, 6], 0, ({ project }) => {
    const bytes = readFileSync(join(project.dir, JOURNAL));
    // A database keeps old copies of a page's content; one of these is the record.
    for (let at = bytes.indexOf("run_opened"); at >= 0; at = bytes.indexOf("run_opened", at + 1))
      bytes.fill(0x58, at, at + 4);
    project.write(JOURNAL, bytes);
  }),
  resting("the journal is cut short", [3, 6], 0, ({ project }) => {
    const bytes = readFileSync(join(project.dir, JOURNAL));
    project.write(JOURNAL, bytes.subarray(0, bytes.length / 2));
  }),
  resting("the journal is empty", [3, 6], 0, ({ project }) => project.write(JOURNAL, "")),
  resting("attempts' folders are deleted", [3, 0], 1, ({ project }) => {
    rmSync(join(project.dir, ".reeve/runs/r1/attempts"), { recursive: true });
  }),
  resting("Reeve's own git folder is deleted", [3, 0], 1, ({ project }) => {
    rmSync(join(project.dir, ".reeve/runs/r1/git"), { recursive: true });
  }),
  {
    name: "the journal is put back from an older copy",
    ...{ ...rests, expect: { exits: [3, 0, 8], asked: 1 } },
    play: async (scene) => {
      const dir = join(scene.project.dir, ".reeve/runs/r1");
      await scene.run("plan.yaml");
      cpSync(dir, join(scene.project.dir, "copy"), { recursive: true, filter: (path) => !path.includes("attempts/") });
      scene.project.reeve("answer", "q1", "yes");
      await scene.run();
      for (const name of ["journal.db", "journal.db-wal", "journal.db-shm", "journal.mark"]) {
        rmSync(join(dir, name), { force: true });
        const copied = join(scene.project.dir, "copy", name);
        if (existsSync(copied)) cpSync(copied, join(dir, name));
      }
      await scene.run();
    },
  },
  {
    name: "the user removes Reeve's state folder while an agent works (`git clean -ffdx`)",
    ...{ area: "user", plan: planOf("a"), agent: { "*": UNTIL_GO }, expect: { exits: [6, 0], asked: 0 } },
    play: async (scene) => {
      const reeve = scene.start("plan.yaml");
      await scene.sign("here-a");
      rmSync(join(scene.project.dir, ".reeve"), { recursive: true, maxRetries: 10 });
      await scene.ends(reeve);
      await until("nothing to be left", () => scene.project.leftovers().length === 0);
      scene.project.write("go", "");
      await scene.run("plan.yaml");
    },
  },
];

function resting(name: string, exits: readonly number[], asked: number, happens: (scene: Scene) => void): RunFault {
  const play = async (scene: Scene): Promise<void> => {
    await scene.run("plan.yaml");
    scene.project.reeve("answer", "q1", "yes");
    happens(scene);
    await scene.run();
  };
  return { name, ...rests, expect: { exits, asked }, play };
}
