/** Which commands a project's own files name, in languages that few people have all of; the common ones are tried through `reeve init`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findCommands } from "./find-commands.ts";

function commandsIn(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "reeve-commands-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { gates, setup } = findCommands(folder);
  return { gates: gates.map(({ run }) => run), setup };
}

const CTEST = "cmake -B build && cmake --build build && ctest --test-dir build";

test.each<[string, Record<string, string>, string[], string[]]>([
  ["rails", { Gemfile: "", "bin/rails": "", "test/a_test.rb": "" }, ["bin/rails test"], ["bundle install"]],
  ["tox", { "tox.ini": "[tox]\nenvlist = py\n", "tests/test_a.py": "" }, ["tox"], []],
  ["nox", { "noxfile.py": "import nox\n" }, ["nox"], []],
  ["dotnet", { "Shop.sln": "" }, ["dotnet test"], []],
  ["sbt", { "build.sbt": "" }, ["sbt test"], []],
  ["stack before cabal", { "shop.cabal": "", "stack.yaml": "" }, ["stack test"], []],
  ["cabal", { "shop.cabal": "" }, ["cabal test"], []],
  ["lein", { "project.clj": "" }, ["lein test"], []],
  ["dune", { "dune-project": "(lang dune 3.0)\n" }, ["dune build @check @runtest"], []],
  ["gleam", { "gleam.toml": 'name = "x"\n' }, ["gleam test"], []],
  [
    "julia with tests",
    { "Project.toml": 'name = "X"\n', "test/runtests.jl": "" },
    ["julia --project -e 'using Pkg; Pkg.test()'"],
    [],
  ],
  ["julia without", { "Project.toml": 'name = "X"\n' }, [], []],
  ["nim with tests", { "x.nimble": "", "tests/tall.nim": "" }, ["nimble test"], []],
  [
    "an R package with testthat",
    { DESCRIPTION: "Package: x\n", "tests/testthat/test-a.R": "" },
    ["Rscript -e 'testthat::test_local()'"],
    [],
  ],
  [
    "a monorepo of pnpm whose packages alone have scripts",
    {
      "package.json": '{"private":true}',
      "pnpm-workspace.yaml": 'packages:\n  - "packages/*"\n  - apps/*\n',
      "packages/a/package.json": '{"scripts":{"test":"vitest run"}}',
      "apps/b/package.json": '{"scripts":{"lint":"eslint ."}}',
    },
    ["pnpm -r --if-present run lint", "pnpm -r --if-present run test"],
    [],
  ],
  [
    "a monorepo of npm that tests itself",
    {
      "package.json": '{"workspaces":["packages/*"],"scripts":{"test":"node --test"}}',
      "packages/a/package.json": '{"scripts":{"test":"vitest run"}}',
    },
    ["npm test"],
    ["npm install"],
  ],
  [
    "a monorepo of npm whose packages alone do",
    { "package.json": '{"workspaces":["libs/*"]}', "libs/a/package.json": '{"scripts":{"test":"vitest run"}}' },
    ["npm run test --workspaces --if-present"],
    ["npm install"],
  ],
  ["zig with a test step", { "build.zig": 'const t = b.step("test", "Run");\n' }, ["zig build test"], []],
  ["zig without one", { "build.zig": "pub fn build() void {}\n" }, [], []],
  ["dart", { "pubspec.yaml": "name: a\n" }, ["dart test"], []],
  ["flutter", { "pubspec.yaml": "dependencies:\n  flutter:\n    sdk: flutter\n" }, ["flutter test"], []],
  ["cmake with tests", { "CMakeLists.txt": "project(a C)\nenable_testing()\n" }, [CTEST], []],
  ["cmake without", { "CMakeLists.txt": "project(a C)\n# enable_testing() later\n" }, [], []],
])("%s", (_, files, gates, setup) => {
  expect(commandsIn(files)).toEqual({ gates, setup });
});

const PARTS = {
  "backend/go.mod": "module x\n",
  "frontend/package.json": JSON.stringify({ scripts: { test: "vitest run" }, devDependencies: { vitest: "3" } }),
  "vendor/go.mod": "module not-ours\n",
  "a b; rm -rf ~/go.mod": "module a-hostile-name\n",
};

test("parts side by side are each proved in their own folder, where the top names nothing", () => {
  expect(commandsIn(PARTS)).toEqual({
    gates: ["cd backend && go vet ./...", "cd backend && go test ./...", "cd frontend && npm test"],
    setup: ["cd frontend && npm install"],
  });
});

test("a top that names a command speaks for its parts", () => {
  expect(commandsIn({ ...PARTS, Makefile: "test:\n\ttrue\n" }).gates).toEqual(["make test"]);
});
