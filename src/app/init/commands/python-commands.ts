/** Commands of a project in Python: the runner, the linter and the type checker that it is set up for. */
import type { Around, FoundCommand, Look } from "./around.ts";

export const python: Look = (here) => {
  const by = runnerOf(here);
  const project = here.text("pyproject.toml");
  const found: FoundCommand[] = [];
  const types = firstOf(here, [...TYPES, ["pyproject.toml", "mypy .", /\[tool\.mypy/]], project);
  if (types) found.push({ kind: "types", run: `${by}${types.run}`, from: types.from });
  const lint = firstOf(here, [...LINTS, ["pyproject.toml", "ruff check .", /\[tool\.ruff/]], project);
  if (lint) found.push({ kind: "lint", run: `${by}${lint.run}`, from: lint.from });
  const test = testsOf(here, by, project);
  return test ? [...found, test] : found;
};

function runnerOf(here: Around): string {
  if (here.has("uv.lock")) return "uv run ";
  if (here.has("poetry.lock")) return "poetry run ";
  return here.has("Pipfile.lock") ? "pipenv run " : "";
}

/** The file that speaks of it, the command, and what the file has to say. */
type Sign = readonly [from: string, run: string, says?: RegExp];

const TYPES: readonly Sign[] = [
  ["mypy.ini", "mypy ."],
  [".mypy.ini", "mypy ."],
  ["pyrightconfig.json", "pyright"],
];
const LINTS: readonly Sign[] = [
  ["ruff.toml", "ruff check ."],
  [".ruff.toml", "ruff check ."],
  [".flake8", "flake8"],
];

function firstOf(here: Around, signs: readonly Sign[], project: string): { run: string; from: string } | undefined {
  const sign = signs.find(([from, , says]) => here.has(from) && (says === undefined || says.test(project)));
  return sign && { from: sign[0], run: sign[1] };
}

/** Programs that run the tests in environments of their own. */
const RUNNERS: readonly (readonly [file: string, run: string, says: RegExp])[] = [
  ["tox.ini", "tox", /^\[tox\]/m],
  ["noxfile.py", "nox", /\bnox\b/],
];

const TEST_FILE = /^test_.*\.py$|_test\.py$/;

const BARE_TEST = /^(?:async )?def test|^(?:import|from) pytest\b/m;

function testsOf(here: Around, by: string, project: string): FoundCommand | undefined {
  const own = RUNNERS.find(([file, , says]) => says.test(here.text(file)));
  if (own !== undefined) return { kind: "test", run: `${by}${own[1]}`, from: own[0] };
  const sign = pytestSign(here, project);
  if (sign !== undefined) return { kind: "test", run: `${by === "" ? "python3 -m " : by}pytest -q`, from: sign };
  const dir = ["tests", "test"].find((each) => here.holds(each, TEST_FILE));
  if (dir !== undefined) return { kind: "test", run: `${by}python3 -m unittest discover -s ${dir} -t .`, from: dir };
  const file = [...here.names].find((name) => TEST_FILE.test(name));
  return file === undefined ? undefined : { kind: "test", run: `${by}python3 -m unittest`, from: file };
}

/** Which file says that its tests are pytest's. */
function pytestSign(here: Around, project: string): string | undefined {
  const own = ["pytest.ini", "conftest.py"].find((name) => here.has(name));
  if (own !== undefined) return own;
  if (/\[tool\.pytest|\bpytest\b/.test(project)) return "pyproject.toml";
  if (/^\[pytest\]/m.test(here.text("tox.ini"))) return "tox.ini";
  if (/^\[tool:pytest\]/m.test(here.text("setup.cfg"))) return "setup.cfg";
  if (here.holds("tests", /^conftest\.py$/)) return "tests/conftest.py";
  // Tests that are bare functions are run by pytest alone; unittest would find none and call that well.
  const bare = ["tests", "test", "."].find((dir) => here.says(dir, TEST_FILE, BARE_TEST));
  if (bare !== undefined) return bare;
  const requirements = [...here.names].filter((name) => /^requirements.*\.txt$/.test(name));
  return requirements.find((name) => /\bpytest\b/.test(here.text(name)));
}
