/** What a path says about a file: which language it is in, and whether it is a test or made by a program. */

export const LANGUAGES = ["typescript", "tsx", "javascript", "python"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Null for files that are not read as code. */
export function languageOf(path: string): Language | null {
  if (isGenerated(path)) return null;
  return BY_EXTENSION[/\.([a-z]+)$/.exec(path)?.[1] ?? ""] ?? null;
}

export function isTest(path: string): boolean {
  return TEST.test(path);
}

export function isSql(path: string): boolean {
  return path.endsWith(".sql") && !isGenerated(path);
}

/** For the narrowing of git's own searches. */
export const CODE_PATTERNS: readonly string[] = ["ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx", "py", "pyi"].map(
  (extension) => `*.${extension}`,
);

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  py: "python",
  pyi: "python",
};

const TEST =
  /(^|\/)(__tests__|__mocks__|tests?|spec|e2e|fixtures)\/|[._-](test|spec|stories)\.[a-z]+$|(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/;

function isGenerated(path: string): boolean {
  return /(^|\/)(node_modules|dist|build|vendor|\.venv|site-packages)\/|\.min\.[a-z]+$/.test(path);
}
