/** What a path says about a file: whether it is a source, a test, a test of a certain file, a lock file. Pure names. */

/** Languages whose tests lie in files of their own; where they may lie in the source itself, nobody can tell by names. */
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rb|java|kt|cs|php|swift|ex|scala|dart)$/;
const NO_SOURCE =
  /\.d\.[cm]?ts$|(?:^|\/)(?:[^/]*\.config\.[^/]+|\.[^/]+|__init__\.py|setup\.py|conftest\.py|migrations\/.*)$/;

const TEST = [
  /(?:^|\/)(?:tests?|__tests__|__snapshots__|specs?|testdata|fixtures|e2e)\//,
  /\.(?:test|spec|stories)\.[^/]+$/,
  /(?:^|\/)test_[^/]+\.py$/,
  /_(?:test|spec)\.(?:py|go|rb|exs?|dart)$/,
  /(?:Tests?|Spec)\.(?:java|kt|cs|swift|php|scala)$/,
];

export function isTest(path: string): boolean {
  return TEST.some((pattern) => pattern.test(path));
}

export function isSource(path: string): boolean {
  return SOURCE.test(path) && !NO_SOURCE.test(path) && !isTest(path);
}

/** `test/sum.test.ts` and `tests/test_sum.py` are tests of `sum`, wherever that lies. */
export function isTestOf(path: string, source: string): boolean {
  return isTest(path) && stemOf(path) === stemOf(source);
}

function stemOf(path: string): string {
  const name = (path.split("/").at(-1) ?? "").replace(/\.snap$/, "");
  return name
    .replace(/\.[^.]+$/, "")
    .replace(/\.(?:test|spec|stories)$/, "")
    .replace(/^test_|_(?:test|spec)$|(?:Tests?|Spec)$/, "")
    .toLowerCase();
}

const LOCKS: Readonly<Record<string, readonly string[]>> = {
  "package.json": ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"],
  "pyproject.toml": ["poetry.lock", "uv.lock", "pdm.lock"],
  "Cargo.toml": ["Cargo.lock"],
  "go.mod": ["go.sum"],
  Gemfile: ["Gemfile.lock"],
  "composer.json": ["composer.lock"],
};

/** A lock file belongs to the manifests in its folder and below: workspaces have one for all. */
export function isLockOf(path: string, manifest: string): boolean {
  const [folder, name] = split(path);
  const [home, manifestName] = split(manifest);
  return (LOCKS[manifestName] ?? []).includes(name) && `${home}/`.startsWith(folder === "" ? "" : `${folder}/`);
}

function split(path: string): readonly [string, string] {
  const at = path.lastIndexOf("/");
  return [at < 0 ? "" : path.slice(0, at), path.slice(at + 1)];
}

/** A plan may name a folder; it means all that is in it. */
export function isWithin(path: string, named: string): boolean {
  return path === named || path.startsWith(`${named}/`);
}
