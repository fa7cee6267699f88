/**
 * An enclosed agent forges what Reeve and its keeper note about it: how it ended, who owns it, what it printed, and links
 * through which they would write outside of the walls. Real bubblewrap, real keepers, the built command.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writes } from "../e2e/git-kit.ts";
import { eventsOf, ofType } from "../e2e/kit.ts";
import { named, whyNoSandbox } from "../sandbox-lab.ts";
import { aPlace, mergedText } from "./attack-kit.ts";
import { attacks, enclosed, reached } from "./sandbox-kit.ts";

const FOLDER = 'dir=$(dirname "$(dirname "$REEVE_RESULT")"); ';
const NOTED = ["lock", "keeper", "agent", "stopping", "orphaned", "problem", "exit.new", "keeper.log", "watching"];
const TOLD = ["prompt.txt", "order.json", "inbox.jsonl", "out.0", "err.0"];

describe.skipIf(whyNoSandbox() !== null)(named("an agent in the sandbox"), () => {
  it("writes nothing into its own attempt's folder but what it hands in", () => {
    const it = enclosed({
      a: `${FOLDER}${attacks(
        ...[...NOTED, ...TOLD].map((name) => [name, `echo 1 > "$dir/${name}"`] as const),
        ...[...NOTED, ...TOLD].map(
          (name) => [`${name}-gone`, `rm -f "$dir/${name}" && ! test -e "$dir/${name}" && false`] as const,
        ),
        ["exits", 'mkdir -p "$dir/../../exits" && echo \'{"status":0}\' > "$dir/../../exits/a.1"'],
        ["moved", 'mv "$dir/hand-in" "$dir/other"'],
        ["parent", 'mv "$dir" "$dir.old"'],
        ["told", 'cat "$dir/prompt.txt"'],
        ["handed", 'echo x > "$dir/hand-in/mine"'],
      )}`,
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(reached(it)).toEqual(["told", "handed"]);
  });

  it("has nobody write outside for it, through links where its output, its end or a stop are noted", () => {
    const victim = join(aPlace(), "victim");
    writeFileSync(victim, "mine\n");
    const tries = NOTED.map((name) => `ln -sf ${victim} "$dir/${name}"`);
    // Where the output's second and third part would begin, wherever its first ends.
    const parts = `for at in $(seq 0 4096 900000); do ln -s ${victim} "$dir/out.$at"; done`;
    const flood = "dd if=/dev/zero bs=4096 count=220 2>/dev/null | tr '\\0' 'x'";
    const it = enclosed({
      a: `${FOLDER}{ ${[...tries, parts].join("; ")}; } 2>/dev/null; ${flood}; ${writes("done.txt", "done")}`,
    });
    const config = it.project
      .read("reeve.yaml")
      .replace("adapter: command", "adapter: command, limits: { output_mb: 1 }");
    it.project.write("reeve.yaml", config);
    const { code } = it.project.reeve("run", "plan.yaml");
    expect([code, readFileSync(victim, "utf8")]).toEqual([0, "mine\n"]);
    expect(mergedText(it, "done.txt")).toBe("done");
  });

  it("gives as its result no file that it links to, and none that never ends", () => {
    const secret = join(aPlace(), "secret.json");
    writeFileSync(secret, '{"status":"done","task_id":"a"}');
    const it = enclosed({
      a: `echo a > a.txt; ln -sf ${secret} "$REEVE_RESULT"`,
      b: 'echo b > b.txt; mkfifo "$REEVE_RESULT"',
      c: 'echo c > c.txt; mkdir -p "$REEVE_RESULT/deep"',
    });
    expect(it.project.reeve("run", "plan.yaml", "--json")).not.toMatchObject({ code: 0 });
    const ends = ofType(eventsOf(it.project), "attempt_ended").map(({ outcome }) => outcome.type);
    expect(ends).toEqual(["failed", "failed", "failed"]);
  });
});
