import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aRepository } from "../../../../test/repository.ts";
import { aWorkspaceLab, integrate } from "../../../../test/workspace-lab.ts";

test("nothing changed where others had made it: who made which file, and what was written once more just so", async () => {
  const user = aRepository({ "a.txt": "a\n" });
  onTestFinished(() => user.remove());
  const lab = await aWorkspaceLab(user);
  await lab.ready();
  const merge = "Merge db: Make it\n\nReeve-Run: r1\nReeve-Task: db\n";
  integrate(user, { "src/db.ts": "db\n", "src/other.ts": "o\n" }, merge);
  const place = { task: "late", title: "Late", attempt: "late.1", number: 1, changeset: "keep" } as const;
  await lab.ready(place);
  const dir = lab.workspaces.dirOf(place.task, place.title);
  const later = new Date(Date.now() + 60_000);
  writeFileSync(join(dir, "src/db.ts"), "db\n");
  utimesSync(join(dir, "src/db.ts"), later, later);
  const sealed = await lab.workspaces.seal(place);
  expect(sealed).toMatchObject({ paths: [] });
  expect(sealed.type === "sealed" && sealed.already?.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: "src/db.ts", task: "db", isRewritten: true },
    { path: "src/other.ts", task: "db", isRewritten: false },
  ]);
});
