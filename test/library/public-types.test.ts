/** What the package exports is whole: no public signature mentions a type that cannot be imported. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Declaration, declarationAt, exportsOf, keyOf } from "../../scripts/reference/read-declarations.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Data whose parts are reached from the whole: `Extract<Event, { type: "task_done" }>`, `State["tasks"]`. */
const WHOLES = new Set([
  ...["Event", "Input", "Effect", "State", "Refusal", "Config", "Because", "PersonInput", "Advised"],
  ...["Overview", "TaskPage", "RunPage", "Order", "Settings", "Task", "Advisor", "MemoryDisks"],
]);

/** What can be imported from `reeve` is at hand for users of `reeve/testing` too. */
test.each([
  ["reeve", ["index"]],
  ["reeve/testing", ["testing/index", "index"]],
])("no public signature of %s mentions a type that is not exported", (_, [own = "", ...beside]) => {
  const exported = exportsOf(`${root}dist/${own}.d.ts`);
  const others = beside.flatMap((each) => [...exportsOf(`${root}dist/${each}.d.ts`).values()]);
  const known = new Set([...exported.values(), ...others].map(keyOf));
  const waiting = [...exported.values()].filter(({ name }) => !WHOLES.has(name));
  const missing: string[] = [];
  for (const each of waiting) {
    for (const place of each.mentions.filter((mentioned) => !known.has(keyOf(mentioned)))) {
      known.add(keyOf(place));
      const found = declarationAt(place);
      if (!WHOLES.has(found.name)) waiting.push(found);
      if (isPublic(found)) missing.push(`${each.name} mentions ${place.name} (${place.file.slice(root.length)})`);
    }
  }
  expect(missing).toEqual([]);
});

/** What a module keeps to itself is a part of what it exports; lists of names are spelt out by the compiler. */
function isPublic({ file, name, kind }: Declaration): boolean {
  return kind !== "const" && kind !== "function" && exportsOf(file).has(name);
}

test("the names of the library", () => {
  const calls = [...exportsOf(`${root}dist/index.d.ts`)].filter(
    ([, { kind }]) => kind !== "interface" && kind !== "type",
  );
  expect(calls.map(([name]) => name).toSorted()).toMatchInlineSnapshot(`
    [
      "JournalError",
      "ReeveApiError",
      "ReeveError",
      "Runner",
      "TreeError",
      "applyTreeFact",
      "checkChildSpecs",
      "classifyEnd",
      "connectReeve",
      "createTree",
      "defineChild",
      "defineFleet",
      "defineTree",
      "driveTree",
      "formatMistake",
      "freezeTree",
      "openProject",
      "openRuns",
      "outstandingOf",
      "parseResult",
      "readFleet",
      "readOutcome",
      "renderSimulation",
      "runRules",
      "simulateLines",
      "stepTree",
      "superviseFleet",
      "superviseTree",
      "thawTree",
    ]
  `);
});
