/**
 * What a package lacks while it is built or installed: the tool that installs it can be told, and the work is not wrong. The same
 * name missing when a program is compiled or run is the work's own. Changes the class only; both deserve the same restart.
 */
import type { FailureClass } from "../../../domain/proof/failure.ts";
import type { Line } from "../lines.ts";
import type { Weighed } from "./weigh.ts";

/** Lines that only stand in the output of a package that is being built. */
const BUILDS_A_PACKAGE =
  /\bpip-(?:build-env|install|req-build|build)-|\begg_info\b|\bbdist_wheel\b|\b(?:build|building) wheel\b|lazy loading failed for package|installation of package .{1,80} had non-zero|^\*+ installing \*source\* package|^Error: Error building `|\bgem native extension|^npm (?:error|ERR!) .{0,40}(?:No module named|gyp)|\bpoetry-core\b.{0,40}build|running build_(?:ext|rust)\b|^make(?:\[\d+\])?: Entering directory .{0,200}node_modules|^Failed to build gem/i;

/** Classes that tell of somebody's code, which is the package's while it is built. */
const LACKING: ReadonlySet<FailureClass> = new Set(["import_error", "syntax_error"]);

/** Those who install, by their own name. Only a header tells that it was being built, not run. */
const INSTALLERS = /^(?:pip3?|pipenv|poetry|uv|conda|gem|bundler?|cpanm?|npm|yarn|pnpm)$/i;
const HEADER = /\bfatal error: [\w./+-]+\.h(?:pp)?: No such file/i;

export function asInstalled(weighed: Weighed, lines: readonly Line[], tool: string | undefined): Weighed {
  const rule = weighed.best?.hit.rule;
  if (!LACKING.has(weighed.class) || rule?.strength === "user") return weighed;
  const isBuilt =
    lines.some(({ text }) => BUILDS_A_PACKAGE.test(text)) ||
    (weighed.class === "import_error" && INSTALLERS.test(tool ?? "") && lines.some(({ text }) => HEADER.test(text)));
  if (!isBuilt) return weighed;
  return {
    ...weighed,
    class: "dependency_install",
    restart: "persistent",
    because: [...weighed.because, "a package was being built, so it is the package that lacks it"],
  };
}
