/** What gates get to see of a task's work: its commit, or the project's folder where there is no git. Decides nothing. */
import type { Failure } from "../../domain/proof/failure.ts";
import type { VerifyOrder } from "../../domain/proof/gate.ts";
import { pathInProject } from "../workspace/changeset/changes.ts";
import type { Proving, ProvingPlace } from "./check/proving-places.ts";
import type { CheckRun } from "./check/run-check.ts";
import { textAt } from "./commands/base-files.ts";
import type { FinishedWork, SealedWork } from "./grounding/grounding-gates.ts";
import { findStrayLinks } from "./grounding/links-gate.ts";
import { commitFiles, folderFiles } from "./grounding/work-files.ts";
import { pathInside } from "./grounding/workspace-file.ts";
import { type PastPart, readHistory } from "./secrets/branch-history.ts";
import type { VerifyOptions } from "./verify.ts";

export function workOf(
  options: VerifyOptions,
  order: VerifyOrder,
  { sealed, place }: { readonly sealed: SealedWork | null; readonly place: ProvingPlace },
  signal: AbortSignal,
): FinishedWork {
  const { checks, root, scanner, git } = options;
  const dir = sealed?.dir ?? root;
  const range = git && sealed ? { ...sealed, git: git.git, toProject: pathInProject(git.prefix) } : null;
  return {
    order,
    dir,
    files: range ? commitFiles({ ...range, root }) : folderFiles(dir),
    sealed,
    paths: sealed?.paths ?? namedIn(root, order),
    baseText: async (path) => {
      if (!git || !sealed) return undefined;
      const found = await textAt(git.git, root, sealed.base, path);
      return found.ok ? found.text : undefined;
    },
    history: () => (range ? readHistory(range) : NO_PAST),
    strayLinks: async () => (range ? findStrayLinks(range) : NO_LINKS),
    run: async (check, more = {}) => {
      const proving = await place.ready();
      if (proving.type !== "ready") return { ...NOT_RUN, failure: failureOf(proving) };
      const failure = await place.restore();
      if (failure) return { ...NOT_RUN, failure };
      return checks.run(check, { cwd: proving.dir, task: order.task, signal, ...more });
    },
    own: options.own ?? null,
    scan: scanner && ((wanted) => scanner.scan(wanted, signal)),
  };
}

const NOT_RUN: CheckRun = { exit: null, timedOut: false, aborted: false, output: "", tookMs: 0, at: 0 };
const NO_LINKS = { links: [], unnamed: [], refused: null };
const NO_PAST: AsyncIterable<PastPart> = { async *[Symbol.asyncIterator]() {} };

/** Without git only the agent knows what it changed. */
function namedIn(root: string, { result }: VerifyOrder): readonly string[] {
  const named = [...result.files_created, ...result.files_modified].map((path) => pathInside(root, path));
  return [...new Set(named.filter((path) => path !== undefined && path !== ""))] as string[];
}

/** Why no command could run. */
export function failureOf(proving: Exclude<Proving, { readonly type: "ready" }>): Failure {
  if (proving.type === "failed") return proving.failure;
  const { message, evidence } = proving.gate;
  return { class: "dependency_install", restart: "persistent", message, evidence };
}
