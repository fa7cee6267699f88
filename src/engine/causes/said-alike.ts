/**
 * Names to meet by of failures that say the very same sentence: their class, what they are about if anything, whose account
 * it is, and the sentence. Who says the same of two things, or for two accounts, does not meet.
 */
import type { FailureClass } from "../../domain/proof/failure.ts";
import { saidSentences } from "./names/said-sentences.ts";
import type { SeenFailure } from "./seen-failure.ts";

/** What such a name begins with. */
export const SAID = "said ";

/** Classes whose cause lies outside of one attempt and of one place in the code. */
const OUTSIDE: ReadonlySet<FailureClass> = new Set([
  "rate_limit",
  "overloaded",
  "network",
  "timeout",
  "auth",
  "billing",
  "permission",
  "session_corrupt",
  "config_error",
  "dependency_install",
  "import_error",
  "schema_mismatch",
  "file_not_found",
  "git_state",
  "crash",
  "out_of_memory",
  "unknown",
]);

/** What the system says of whatever is taken, closed or not there: without a name it is everybody's. */
const NEEDS_A_NAME: ReadonlySet<FailureClass> = new Set(["unknown", "permission", "file_not_found", "schema_mismatch"]);

export function saidAlike(seen: SeenFailure): readonly string[] {
  if (!OUTSIDE.has(seen.class) || (seen.class === "auth" && HOST.test(seen.subject ?? ""))) return [];
  const { class: of, subject = "", entities = [], project = "" } = seen;
  if (subject === "" && NEEDS_A_NAME.has(of)) return [];
  const accounts = entities.flatMap(({ kind, name }) => (kind === "account" ? [name.toLowerCase()] : [])).toSorted();
  const whose = [of, subject.trim().toLowerCase(), ...accounts].join(" ");
  return saidSentences(seen.text).map((sentence) => `${SAID}${whose}:${project}|${sentence}`);
}

/** Where one may not log in, the host says so in the same words whatever is wrong with the login. */
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i;
