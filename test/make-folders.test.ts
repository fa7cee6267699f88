/** Folders are made by `make-folder.ts`: Node's own recursive way never ends where a file system denies what is there, as below /proc. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** file → why Node's own way does there. */
const ownFolders: Readonly<Record<string, string>> = {
  "src/effects/files/make-folder.ts": "it says why",
  "src/journal/sqlite/sqlite-database.ts": "in a state folder that is there",
  "src/journal/sqlite/sqlite-store.ts": "in a state folder that is there",
  "src/journal/sqlite/folder-lock.ts": "in a folder that whoever locks it has made",
  "src/app/plan/proposals.ts": "one is made or found to be there, in one step",
  "src/views/demo/real-cast.ts": "in a temporary folder that it has just made",
};

test("no other file of src/ makes folders by Node's own recursive way", () => {
  const source = globSync("src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
  const recursive = source.filter((file) =>
    /\bmkdir(Sync)?\([^;]*recursive: true/.test(readFileSync(`${root}/${file}`, "utf8")),
  );
  expect(recursive.filter((file) => !(file in ownFolders))).toEqual([]);
  expect(recursive.length).toBeGreaterThan(0);
});
