/** Commands of projects in other languages, each by the file that its own tool reads. */
import { asMapping } from "../../../basics/loose.ts";
import { type FoundCommand, type Look, manifestOf } from "./around.ts";

/** Below, in this order. */
export const otherLanguages: Look = (here) =>
  [rust, go, jvm, elixir, php, ruby, cmake, byTests, others].flatMap((look) => look(here));

const rust: Look = (here) => {
  if (!here.has("Cargo.toml")) return [];
  const strict = here.has("clippy.toml", ".clippy.toml");
  return [
    ...(strict
      ? [{ kind: "lint", run: "cargo clippy --all-targets -- -D warnings", from: "clippy.toml" } as const]
      : []),
    { kind: "test", run: "cargo test", from: "Cargo.toml" },
  ];
};

const go: Look = (here) => {
  if (!here.has("go.mod")) return [];
  const strict = [".golangci.yml", ".golangci.yaml", ".golangci.toml"].find((name) => here.has(name));
  return [
    strict === undefined
      ? { kind: "lint", run: "go vet ./...", from: "go.mod" }
      : { kind: "lint", run: "golangci-lint run", from: strict },
    { kind: "test", run: "go test ./...", from: "go.mod" },
  ];
};

const jvm: Look = (here) => {
  if (here.has("pom.xml"))
    return [{ kind: "test", run: here.has("mvnw") ? "./mvnw -B -q test" : "mvn -B -q test", from: "pom.xml" }];
  const build = ["build.gradle", "build.gradle.kts"].find((name) => here.has(name));
  if (build === undefined) return [];
  return [{ kind: "test", run: here.has("gradlew") ? "./gradlew check" : "gradle check", from: build }];
};

const elixir: Look = (here) => {
  if (!here.has("mix.exs")) return [];
  const format: FoundCommand = { kind: "lint", run: "mix format --check-formatted", from: ".formatter.exs" };
  return [...(here.has(".formatter.exs") ? [format] : []), { kind: "test", run: "mix test", from: "mix.exs" }];
};

const php: Look = (here) => {
  if (!here.has("composer.json")) return [];
  const listed = Object.keys(asMapping(manifestOf(here.text("composer.json")).scripts));
  const found: FoundCommand[] = [];
  if (here.has("phpstan.neon", "phpstan.neon.dist"))
    found.push({ kind: "types", run: "vendor/bin/phpstan analyse", from: "phpstan.neon" });
  if (listed.includes("lint")) found.push({ kind: "lint", run: "composer lint", from: "composer.json" });
  if (listed.includes("test")) found.push({ kind: "test", run: "composer test", from: "composer.json" });
  else if (here.has("phpunit.xml", "phpunit.xml.dist"))
    found.push({ kind: "test", run: "vendor/bin/phpunit", from: "phpunit.xml" });
  return found;
};

const ruby: Look = (here) => {
  const by = here.has("Gemfile") ? "bundle exec " : "";
  const found: FoundCommand[] = [];
  if (here.has(".rubocop.yml")) found.push({ kind: "lint", run: `${by}rubocop`, from: ".rubocop.yml" });
  if (here.holds("bin", /^rails$/) && here.has("test"))
    found.push({ kind: "test", run: "bin/rails test", from: "bin/rails" });
  else if (here.has(".rspec") || here.holds("spec", /_helper\.rb$|_spec\.rb$/))
    found.push({ kind: "test", run: `${by}rspec`, from: here.has(".rspec") ? ".rspec" : "spec" });
  else if (/\bTestTask\b|task\s*:?(?:test|default)\b/.test(here.text("Rakefile")))
    found.push({ kind: "test", run: `${by}rake test`, from: "Rakefile" });
  return found;
};

/** In a folder beside the sources, as ctest wants it; only where tests are registered. */
const cmake: Look = (here) =>
  /^\s*(?:enable_testing|include\s*\(\s*CTest)\b/im.test(here.text("CMakeLists.txt"))
    ? [{ kind: "test", run: "cmake -B build && cmake --build build && ctest --test-dir build", from: "CMakeLists.txt" }]
    : [];

/** Languages whose tool tells nothing of tests before there are some. */
const byTests: Look = (here) => {
  if (here.has("Project.toml") && here.holds("test", /^runtests\.jl$/))
    return [{ kind: "test", run: "julia --project -e 'using Pkg; Pkg.test()'", from: "test/runtests.jl" }];
  const nimble = [...here.names].find((name) => name.endsWith(".nimble"));
  if (nimble !== undefined && here.holds("tests", /^t.*\.nim$/))
    return [{ kind: "test", run: "nimble test", from: nimble }];
  if (here.has("DESCRIPTION") && here.holds("tests", /^testthat$/))
    return [{ kind: "test", run: "Rscript -e 'testthat::test_local()'", from: "tests/testthat" }];
  return [];
};

/** One file, one command. The first that is there is meant. */
const BY_FILE: readonly (readonly [file: RegExp, run: string])[] = [
  [/\.(?:sln|slnx|csproj|fsproj)$/, "dotnet test"],
  [/^deno\.jsonc?$/, "deno test"],
  [/^Package\.swift$/, "swift test"],
  [/^build\.sbt$/, "sbt test"],
  [/^stack\.yaml$/, "stack test"],
  [/\.cabal$/, "cabal test"],
  [/^project\.clj$/, "lein test"],
  [/^dune-project$/, "dune build @check @runtest"],
  [/^gleam\.toml$/, "gleam test"],
  [/^MODULE\.bazel$/, "bazel test //..."],
];

const others: Look = (here) => {
  for (const [file, run] of BY_FILE) {
    const from = [...here.names].find((name) => file.test(name));
    if (from !== undefined) return [{ kind: "test", run, from }];
  }
  if (/\bstep\(\s*"test"/.test(here.text("build.zig")))
    return [{ kind: "test", run: "zig build test", from: "build.zig" }];
  const dart = here.text("pubspec.yaml");
  if (dart === "" && !here.has("pubspec.yaml")) return [];
  const run = /^\s+sdk:\s*flutter\b/m.test(dart) ? "flutter test" : "dart test";
  return [{ kind: "test", run, from: "pubspec.yaml" }];
};
