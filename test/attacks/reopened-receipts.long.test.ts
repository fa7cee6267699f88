/** Receipts of a task that was done, reopened and done again: which one counts, and that none takes another's place. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aGitProject, inTurn, writes } from "../e2e/git-kit.ts";
import { DONE, eventsOf, ofType, planOf } from "../e2e/kit.ts";
import { reeveIn } from "../e2e/receipt-kit.ts";
import { gitIn } from "../repository.ts";
import { aPlace, sealed } from "./attack-kit.ts";

describe("a task that was done, reopened and done again", () => {
  const entity = "{ name: orders, type: database, path: db.sql, key_fields: [id], created_by_task: a }";
  const table = (name: string) => `printf 'create table ${name} (id integer primary key);\\n' > db.sql; ${DONE}`;

  it("has two receipts in one chain; the later one counts, here and in a clone, and none can take another's place", () => {
    const it = aGitProject(`${planOf("a", "b")}contract:\n  entities: [${entity}]\n`, {
      a: inTurn(table("baskets"), table("orders")),
      b: writes("b.txt", "b"),
    });
    expect(it.project.reeve("run", "plan.yaml")).toMatchObject({ code: 0 });
    expect(ofType(eventsOf(it.project), "task_reopened")).toHaveLength(1);
    const lines = it.project.read(".reeve/runs/r1/receipts.jsonl").trim().split("\n");
    const all = lines.map(
      (line) => JSON.parse(line) as { number: number; task?: { id: string }; supersedes?: number; tasks?: object[] },
    );
    const ofA = all.filter(({ task }) => task?.id === "a");
    expect(ofA).toHaveLength(2);
    expect(ofA[1]?.supersedes).toBe(ofA[0]?.number);
    expect(all.at(-1)?.tasks).toContainEqual(expect.objectContaining({ id: "a", receipt: ofA[1]?.number }));
    const here = it.project.reeve("verify");
    expect(here).toMatchObject({ code: 0 });
    expect(here.out).toContain(`the task was reopened after it: receipt ${ofA[1]?.number} counts in its place`);
    expect(it.project.reeve("land")).toMatchObject({ code: 0 });
    const dir = join(aPlace(), "clone");
    gitIn(it.project.dir, "clone", "--quiet", "--no-local", it.project.dir, dir);
    gitIn(dir, "fetch", "--quiet", "origin", "refs/notes/reeve:refs/notes/reeve");
    const clone = reeveIn(dir, "verify");
    expect(clone).toMatchObject({ code: 0, out: expect.stringContaining("the chain of") });
    // Whoever says that it takes the place of another task's is found, also where it is sealed again.
    const b = all.findIndex(({ task }) => task?.id === "b");
    const forged = lines.map((line, at) =>
      at === lines.length - 1 || at < b
        ? line
        : at === b
          ? sealed({ ...JSON.parse(line), supersedes: ofA[0]?.number })
          : line,
    );
    const file = join(aPlace(), "forged.jsonl");
    writeFileSync(file, `${forged.join("\n")}\n`);
    expect(reeveIn(dir, "verify", file)).toMatchObject({ code: 1 });
  });
});
