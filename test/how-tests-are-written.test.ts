/**
 * The rules for tests that CONTRIBUTING promises, as a test over the files of tests. An exception is a line in a table
 * here, with its reason.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import all from "../vitest.all.config.ts";
import quick from "../vitest.config.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const here = "test/how-tests-are-written.test.ts";
const tests = globSync("{src,test}/**/*.test.ts", { cwd: root, exclude: ["**/node_modules/**"] });
const helpers = globSync("test/**/*.ts", { cwd: root, exclude: ["**/node_modules/**", "**/*.test.ts"] });

/** file → why it may let time pass. */
const MAY_SLEEP: Readonly<Record<string, string>> = {
  "test/wait.ts": "the one way to wait: between two looks",
  "src/effects/workspace/recover.long.test.ts": "kills so many turns of the loop after a step began",
  "test/e2e/epic-clones.long.test.ts": "kills come at moments of chance, and a tick may print nothing",
  "test/e2e/random-moment.ts": "kills come at moments of chance, and between two events too",
  "test/integration/integrate-process.ts": "dies so many milliseconds after git was started",
  "test/journal/slow-store.ts": "a store whose answers take some turns of the loop",
  "test/model-server/deliver.ts": "a server that is slow because its test asks for it",
  "test/agents/fixtures/tiny-acp-agent.ts": "an agent that is slow because its test asks for it",
  "test/agents/harness/marked-processes.ts": "between two looks at who is left to be ended",
  // In programs that they write for agents, who wait for a file of their test's.
  "test/attacks/forger.ts": "looks again whether its order was taken",
  "test/e2e/callback.long.test.ts": "what an agent does",
  "test/e2e/gateway.long.test.ts": "what an agent does",
  "test/e2e/budget-scopes.long.test.ts": "what an agent does",
  "src/effects/processes/starter-client.test.ts": "what a starter does that answers late",
};

/** file → why it may read the clock. */
const MAY_READ_TIME: Readonly<Record<string, string>> = {
  "src/runtime/time/heart.test.ts": "to keep the loop busy for longer than a turn may take",
  "test/wait.ts": "to tell a hang",
  "test/agents/harness/run-to-end.ts": "to say how long a command took",
};

test("a test that asserts nothing fails", () => {
  for (const config of [quick, all]) expect(config.test?.expect?.requireAssertions).toBe(true);
});

test("tests that run side by side count their own assertions, because those of all others are counted together", () => {
  const concurrent = tests.filter((file) => /\bconcurrent\b/.test(text(file)) && file !== here && !isOfAgents(file));
  const counting = /import \{[^}]*\bexpect\b[^}]*\} from "vitest"/;
  expect(concurrent.filter((file) => counting.test(text(file)))).toEqual([]);
});

test("every test on a real agent asserts something, itself or in a helper it calls", () => {
  const files = globSync("test/agents/**/*.ts", { cwd: root, exclude: ["**/node_modules/**"] }).filter(isOfAgents);
  const pieces = files.flatMap((file) => piecesOf(text(file)));
  const asserting = new Set(["expect", "expectGolden"]);
  const asserts = (piece: Piece) =>
    [...piece.body.matchAll(/\b([a-z]\w*)(?=\()/gi)].some(([name]) => asserting.has(name));
  for (let known = 0; known < asserting.size; ) {
    known = asserting.size;
    for (const piece of pieces) if (piece.helper !== null && asserts(piece)) asserting.add(piece.helper);
  }
  const bodies = pieces.filter(({ helper }) => helper === null);
  expect(bodies.length).toBeGreaterThan(40);
  expect(bodies.filter((piece) => !asserts(piece)).map(({ body }) => body)).toEqual([]);
});

test("every case that a journal has to pass asserts something: these know no test runner that could count", () => {
  const files = globSync("src/journal/conformance/*.ts", { cwd: root });
  const cases = files.flatMap((file) =>
    text(file)
      .split(/^(?=.*\bcheck\()/m)
      .slice(1),
  );
  expect(cases.length).toBeGreaterThan(20);
  expect(cases.filter((body) => !/\bassert\b|\brefused?\(/.test(body))).toEqual([]);
});

test("no test puts another module in the place of one", () => {
  expect(linesOf([...tests, ...helpers], /\bvi\.(mock|doMock|unmock|hoisted|importActual|importMock)\b/)).toEqual([]);
});

test("tests wait in one way, and none has a time limit of its own", () => {
  const otherWays = /\bvi\.wait(For|Until)\b|\bexpect\.poll\b/;
  const ownLimit = /^\s*\}, [\d_]+\);|\btimeout: [\d_]{3,}|\btoBeLessThan\w*\([^)]*(?:Ms|_MS)\b/;
  expect(linesOf([...tests, ...helpers], otherWays)).toEqual([]);
  expect(linesOf(tests, ownLimit)).toEqual([]);
});

test("no test lets time pass, but those that say why", () => {
  const sleeping = filesWith(/"node:timers\/promises"|(?<![.\w])setTimeout\(/);
  expect(sleeping).toEqual(Object.keys(MAY_SLEEP).toSorted());
});

test("no test measures time, but those that say why", () => {
  expect(filesWith(/\bperformance\.now\(\)/)).toEqual(Object.keys(MAY_READ_TIME).toSorted());
});

interface Piece {
  /** The name of a function; null: a test. */
  readonly helper: string | null;
  readonly body: string;
}

/** A file cut where a test or a function begins. */
function piecesOf(source: string): readonly Piece[] {
  const starts = /^(?=\s*(?:test|it|onAgent|trial)\b[^;]*\()|^(?=(?:export )?(?:async )?function \w)/m;
  return source.split(new RegExp(starts, "m")).flatMap((body): Piece[] => {
    const helper = /^(?:export )?(?:async )?function (\w+)/.exec(body)?.[1];
    if (helper !== undefined) return [{ helper, body: body.slice(body.indexOf("{")) }];
    return /^\s*(?:test|it|onAgent|trial)\b/.test(body) ? [{ helper: null, body }] : [];
  });
}

function isOfAgents(file: string): boolean {
  // `trial.ts` makes tests of what it is handed.
  return /\.agents\.test\.ts$|^test\/agents\/(conformance\/(?!trial)|codex-cases)/.test(file);
}

function filesWith(pattern: RegExp): readonly string[] {
  return [...tests, ...helpers].filter((file) => file !== here && pattern.test(text(file))).toSorted();
}

function linesOf(files: readonly string[], pattern: RegExp): readonly string[] {
  return files
    .filter((file) => file !== here)
    .flatMap((file) =>
      text(file)
        .split("\n")
        .flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
    );
}

function text(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
