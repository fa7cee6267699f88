/** The index itself: names that could mean two causes, projects, what adding costs, what is kept. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { SeenFailure } from "../seen-failure.ts";
import { addFailure, createPatternIndex, groupOf, groupsOf } from "./pattern-index.ts";

function missing(id: string, module: string, more: Partial<SeenFailure> = {}): SeenFailure {
  return { id, class: "import_error", text: `Error: Cannot find module '${module}'`, ...more };
}

function partition(failures: readonly SeenFailure[]): string[][] {
  const index = createPatternIndex();
  for (const failure of failures) addFailure(index, failure);
  return groupsOf(index, 1)
    .map(({ members }) => [...members])
    .sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
}

test("a short name joins the one long name it can mean", () => {
  expect(partition([missing("a", "./ledger"), missing("b", "../src/storage/ledger")])).toEqual([["a", "b"]]);
});

test("a short name that can mean two stands for itself, whenever the second comes", () => {
  const three = [missing("a", "./ledger"), missing("b", "./storage/ledger"), missing("c", "./billing/ledger")];
  expect(partition(three)).toEqual([["a"], ["b"], ["c"]]);
  expect(partition(three.toReversed())).toEqual([["a"], ["b"], ["c"]]);
});

test("a longer name of the same module makes nothing ambiguous", () => {
  const chain = [missing("a", "./ledger"), missing("b", "./storage/ledger"), missing("c", "./shop/storage/ledger")];
  expect(partition(chain)).toEqual([["a", "b", "c"]]);
});

test("one module has one name, however it is written", () => {
  const names = ["./db", "../src/db", "src/db.ts", "./db/index.js", "@/db"];
  const python: SeenFailure = { id: "z", class: "import_error", text: "ModuleNotFoundError: No module named 'app.db'" };
  const subject: SeenFailure = { id: "y", class: "import_error", text: "", subject: "db" };
  const all = [...names.map((name, n) => missing(`${n}`, name)), python, subject];
  expect(partition(all)).toEqual([[...names.map((_, n) => `${n}`), "y", "z"]]);
});

test("the same words in two projects are two causes, unless the cause lies outside both", () => {
  const [a, b] = [{ project: "one" }, { project: "two" }];
  expect(partition([missing("a", "./db", a), missing("b", "./db", b)])).toEqual([["a"], ["b"]]);
  expect(partition([missing("a", "fastify", a), missing("b", "fastify", b)])).toEqual([["a", "b"]]);
});

test("what one task was to make is one cause, whatever of it is missed", () => {
  const late = { upstream: "t4", run: "r1" };
  const all = [missing("a", "./db", late), missing("b", "./schema", late), missing("c", "./db")];
  expect(partition(all)).toEqual([["a", "b", "c"]]);
  expect(partition([missing("a", "./db", late), missing("b", "./db", { upstream: "t5", run: "r1" })])).toEqual([
    ["a"],
    ["b"],
  ]);
});

test("a failure that is known already changes nothing", () => {
  const index = createPatternIndex();
  const first = addFailure(index, missing("a", "./db"));
  expect(addFailure(index, missing("a", "./db"))).toEqual(first);
  expect(groupsOf(index, 1)).toHaveLength(1);
  expect(first).toMatchObject({ joined: false, size: 1 });
  expect(groupOf(index, "nobody")).toBeNull();
});

test("a cause has the same group wherever it is met", () => {
  const [one, two] = [createPatternIndex(), createPatternIndex()];
  addFailure(two, missing("x", "./other"));
  expect(addFailure(one, missing("a", "./db")).group).toBe(addFailure(two, missing("b", "./src/db")).group);
});

test("adding to many looks at a handful of causes, also where all names end alike", () => {
  const index = createPatternIndex();
  for (let n = 0; n < 800; n += 1) {
    addFailure(index, missing(`same${n}`, "./db"));
    addFailure(index, missing(`other${n}`, `./part${n}/deep/ledger`));
    addFailure(index, missing(`deep${n}`, `./a/b/c/d${n % 7}/e/ledger`));
  }
  addFailure(index, missing("short", "./ledger"));
  let looksMax = 0;
  for (const name of ["./db", "./part7/deep/ledger", "./deep/ledger", "./ledger", "./e/ledger", "./new/e/ledger"]) {
    const before = index.looks;
    addFailure(index, missing(name, name));
    looksMax = Math.max(looksMax, index.looks - before);
  }
  expect(looksMax).toBeLessThan(60);
});

test("of a group only ids grow: lines are kept of three", () => {
  const index = createPatternIndex();
  for (let n = 100; n > 0; n -= 1) addFailure(index, missing(`m${String(n).padStart(3, "0")}`, "./db"));
  const group = groupOf(index, "m050");
  expect(group?.members).toHaveLength(100);
  expect(group?.because.map((line) => line.slice(0, 4))).toEqual(["m001", "m002", "m003"]);
});

test("random names in random order come to the same groups", () => {
  const part = fc.constantFrom("a", "b", "db", "src", "index", "ledger");
  const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `./${parts.join("/")}`);
  const many = fc.array(name, { minLength: 2, maxLength: 12 }).chain((names) => {
    const failures = names.map((each, n) => missing(`${n}`, each));
    return fc.tuple(fc.constant(failures), fc.shuffledSubarray(failures, { minLength: failures.length }));
  });
  fc.assert(
    fc.property(many, ([failures, shuffled]) => {
      expect(partition(shuffled)).toEqual(partition(failures));
    }),
  );
});

test("no text makes it throw, and the same text always has the same cause", () => {
  const words = fc.constantFrom(
    "Error: ",
    "Cannot find module '",
    "'",
    "\n",
    "/",
    "at ",
    "E   ",
    'relation "',
    "\\",
    ":3",
    "ENOENT",
    "\u001b[31m",
    "“",
  );
  const text = fc
    .array(fc.oneof(words, fc.string({ unit: "binary", maxLength: 12 })), { maxLength: 30 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(text, (each) => {
      expect(partition([{ id: "a", class: "unknown", text: each }])).toEqual([["a"]]);
      expect(
        partition([missing("a", each), missing("b", each)])
          .flat()
          .sort(),
      ).toEqual(["a", "b"]);
    }),
  );
});

test("a linter that complains of what others lack meets them, and no other linter that complains", () => {
  const lint = (id: string, name: string): SeenFailure => ({
    ...{ id, class: "lint_failure", subject: "E0401", entities: [{ kind: "rule", name: "E0401" }] },
    text: `src/${id}.py:3:0: E0401: Unable to import '${name}' (import-error)`,
  });
  const absent: SeenFailure = {
    ...{ id: "a", class: "import_error", subject: "celery", entities: [{ kind: "module", name: "celery" }] },
    text: "ModuleNotFoundError: No module named 'celery'",
  };
  expect(partition([absent, lint("b", "celery"), lint("c", "kombu")])).toEqual([["a", "b"], ["c"]]);
  expect(partition([lint("c", "kombu"), lint("b", "celery"), absent])).toEqual([["a", "b"], ["c"]]);
});

test("a file that does not parse is one cause, whichever class a tool makes of it; other complaints about it are not", () => {
  const about = (id: string, of: SeenFailure["class"], text: string): SeenFailure => ({
    ...{ id, class: of, subject: "deploy/values.yaml", text },
    entities: [{ kind: "file", name: "deploy/values.yaml" }],
  });
  const broken = about("a", "syntax_error", "deploy/values.yaml:3: could not find expected ':'");
  const config = about("b", "config_error", "Error: failed to parse deploy/values.yaml: yaml: line 3");
  const other = about("c", "lint_failure", "deploy/values.yaml: line too long (98 > 80 characters)");
  expect(partition([broken, config, other])).toEqual([["a", "b"], ["c"]]);
});
