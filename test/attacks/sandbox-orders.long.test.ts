/** An enclosed agent gives orders as if it were a person, and forges the notes that tell of it. Real walls, the built command. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type GitProject, writes } from "../e2e/git-kit.ts";
import { eventsOf, ofType } from "../e2e/kit.ts";
import { BIN } from "../e2e/project.ts";
import { named, whyNoSandbox } from "../sandbox-lab.ts";
import { aPlace, mergedText } from "./attack-kit.ts";
import { enclosed } from "./sandbox-kit.ts";

const REEVE = `"${process.execPath}" "${BIN}"`;
const CLEARED = 'env -i PATH="$PATH" HOME="$HOME"';

function ordersSeen({ project }: GitProject) {
  return ofType(eventsOf(project), "violation_seen")
    .map(({ violation }) => violation)
    .filter(({ rule }) => rule === "order_by_agent");
}

describe.skipIf(whyNoSandbox() !== null)(named("an order from inside the sandbox"), () => {
  it.each([
    ["as it is", `(cd "$REEVE_PROJECT" && ${REEVE} skip b --because "not needed")`],
    ["from the attempt's own worktree", `${REEVE} skip b --because "not needed"`],
    [
      "in a session of its own, with nothing left of its environment",
      `(cd "$REEVE_PROJECT" && ${CLEARED} setsid --wait ${REEVE} skip b --because "not needed")`,
    ],
  ])("is refused and told while the attempt still works: %s", async (_name, order) => {
    const it = enclosed({
      evil: `${order} > said.txt 2>&1; until [ -e go ]; do sleep 0.05; done; rm go; ${writes("evil.txt", "evil")}`,
      b: writes("b.txt", "b"),
    });
    const reeve = it.project.start("run", "plan.yaml", "--json");
    await reeve.line(/"violation_seen".*"order_by_agent"/);
    writeFileSync(join(it.project.dir, ".reeve/worktrees/r1/evil/go"), "");
    expect(await reeve.ended).toMatchObject({ code: 0 });
    expect(mergedText(it, "said.txt")).toContain("Only a person may run `reeve skip b`");
    expect(mergedText(it, "said.txt")).toContain("the run records it");
    expect(mergedText(it, "b.txt")).toBe("b");
    expect(ordersSeen(it)).toMatchObject([{ attempts: ["evil.1"], paths: [expect.stringContaining("reeve skip b")] }]);
  });

  it("is told at the latest when the attempt ends", () => {
    const it = enclosed({ evil: `${REEVE} land >/dev/null 2>&1; ${writes("evil.txt", "evil")}` });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(ordersSeen(it)).toMatchObject([{ attempts: ["evil.1"] }]);
    expect(it.project.reeve("status").out).toContain("tried to give an order as if it were a person; Reeve refused it");
  });
});

describe.skipIf(whyNoSandbox() !== null)(named("a forged note of an order"), () => {
  const NOTES = '"$(dirname "$REEVE_RESULT")/refused-orders"';

  it("tells of the attempt that forged it, cleaned, a few times at most", () => {
    const evil = String.raw`\033]0;title\007\033[2Jreeve land --as root`;
    const many = "for n in $(seq 1 5000); do echo reeve order $n; done";
    const it = enclosed({
      evil: `{ printf '${evil}\\n'; ${many}; } > ${NOTES}; ${writes("evil.txt", "evil")}`,
      b: writes("b.txt", "b"),
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    const seen = ordersSeen(it);
    expect(seen.length).toBeLessThanOrEqual(8);
    expect(seen.every(({ attempts }) => attempts.join() === "evil.1")).toBe(true);
    expect(seen[0]?.paths[0]).toMatch(/: reeve land --as root$/);
  });

  it("harms nobody as a link, a pipe, a folder or a hole of 200 GB", () => {
    const victim = join(aPlace(), "victim");
    writeFileSync(victim, "mine\n");
    const forge = { link: `ln -s ${victim}`, pipe: "mkfifo", folder: "mkdir", hole: "truncate -s 200G" };
    const steps = Object.entries(forge).map(([task, how]) => [task, `${how} ${NOTES}; ${writes(`${task}.txt`, task)}`]);
    const it = enclosed(Object.fromEntries(steps));
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(readFileSync(victim, "utf8")).toBe("mine\n");
    expect(ordersSeen(it)).toEqual([]);
  });
});
