import fc from "fast-check";
import { expect, test } from "vitest";
import { anIntegrationWorld, BRANCH, integrated, order } from "../../../test/integration-world.ts";
import { thoroughly } from "../../../test/thoroughly.ts";

const LINES = 12;
const NAMES = ["a.txt", "b.txt", "dir/c.txt", "dir/deep/d.txt"];
const plain = (name: string) => Array.from({ length: LINES }, (_, at) => `${name} line ${at}`);
const base = Object.fromEntries(NAMES.map((name) => [name, `${plain(name).join("\n")}\n`]));

type Files = Readonly<Record<string, string | null>>;

/** What one branch does: lines changed, files deleted, moved or made. */
const anEdit = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...NAMES), fc.nat(LINES - 1), fc.nat(2)).map(changeLine) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES).map((name): Files => ({ [name]: null })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...NAMES).map((name): Files => ({ [name]: null, [`moved/${name}`]: base[name] ?? "" })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(3), fc.nat(1)).map(([at, text]): Files => ({ [`new-${at}.txt`]: `${text}\n` })),
  },
);

function changeLine([name, at, word]: [string, number, number]): Files {
  const lines = plain(name).map((line, index) => (index === at ? `changed ${word}` : line));
  return { [name]: `${lines.join("\n")}\n` };
}

const branches = fc.array(
  fc.array(anEdit, { minLength: 1, maxLength: 3 }).map((edits): Files => Object.assign({}, ...edits)),
  { minLength: 2, maxLength: 5 },
);

test("the integrated tree is what `git merge` makes of the same branches", async () => {
  const seen = { merged: 0, conflict: 0 };
  await fc.assert(
    fc.asyncProperty(branches, async (works) => {
      const world = anIntegrationWorld(base);
      try {
        const { git } = world.repository;
        const integrator = world.open();
        for (const [index, files] of works.entries()) {
          const commit = world.work(`t${index}`, files);
          const answer = await integrated(integrator, order(`t${index}`, commit));
          const isMerged = plainMerge(git, commit);
          expect(answer.type).toBe(isMerged ? "merged" : "conflict");
          expect(git("rev-parse", `${BRANCH}^{tree}`)).toBe(git("rev-parse", "HEAD^{tree}"));
          seen[isMerged ? "merged" : "conflict"] += 1;
        }
      } finally {
        world.repository.remove();
      }
    }),
    { numRuns: thoroughly(25, 4) },
  );
  // A few branches may all fit, or none; many have both.
  expect(Math.min(seen.merged, seen.conflict)).toBeGreaterThanOrEqual(thoroughly(1, 0));
});

/** As a person would, in the checkout; false: it conflicts and was given up. */
function plainMerge(git: (...args: string[]) => string, commit: string): boolean {
  try {
    git("merge", "--quiet", "--no-ff", "--no-edit", commit);
    return true;
  } catch {
    git("merge", "--abort");
    return false;
  }
}
