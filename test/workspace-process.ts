/** A Reeve of its own that prepares, works and seals in a repository until it is killed; says each step before it takes it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRepository } from "../src/effects/git/repository.ts";
import { openWorkspaces } from "../src/effects/workspace/open-workspaces.ts";

const [dir = "", commit = "", marker = ""] = process.argv.slice(2);
const opened = await openRepository(dir);
if (!opened.ok) throw new Error(opened.message);
const workspaces = openWorkspaces({
  repository: opened.repository,
  stateDir: join(dir, ".reeve"),
  run: "r1",
  base: { commit, branch: "main" },
  setup: [],
  parallel: 4,
  runSetup: async () => null,
  marker,
});
const changesets = ["keep", "update", "discard"] as const;
for (let number = 1; number <= 9; number += 1) {
  const order = { attempt: `api.${number}`, task: "api", title: "Add the API", number };
  process.stdout.write(`prepare ${number}\n`);
  const prepared = await workspaces.prepare({ ...order, changeset: changesets[number % 3] ?? "keep" });
  if (prepared.type === "failed") throw new Error(JSON.stringify(prepared.failure));
  writeFileSync(join(prepared.dir, "a.txt"), `work of ${number}\n`);
  writeFileSync(join(prepared.dir, `new-${number}.txt`), "new\n");
  process.stdout.write(`seal ${number}\n`);
  const sealed = await workspaces.seal(order);
  if (sealed.type === "failed") throw new Error(JSON.stringify(sealed.failure));
}
process.stdout.write("end\n");
