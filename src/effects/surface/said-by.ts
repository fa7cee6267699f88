/** What git, a remote or `gh` said, made fit to be shown: bounded, harmless on a terminal, without credentials. */
import { displaySafe } from "../../domain/words/display-safe.ts";
import { redact, secretsOf } from "../masking/redact.ts";

const LINES_MAX = 3;
const LINE_LENGTH_MAX = 200;

/** Its last few lines as one; never empty. */
export function saidBy(text: string, env: NodeJS.ProcessEnv = process.env): string {
  const lines = withoutCredentials(displaySafe(text), env)
    .split("\n")
    .map((line) => line.replace(/^(remote|error|fatal): */, "").trim())
    .filter((line) => line !== "" && !/^hint:/.test(line));
  return lines.length === 0
    ? "it gave no reason"
    : lines
        .slice(-LINES_MAX)
        .map((line) => line.slice(0, LINE_LENGTH_MAX))
        .join("; ")
        .replace(/\.$/, "");
}

/** Names and passwords in addresses, the tokens of forges, and whatever the environment calls a key. */
function withoutCredentials(text: string, env: NodeJS.ProcessEnv): string {
  return redact(text, secretsOf({}, env)).replace(/(:\/\/)[^/\s@]+@/g, "$1");
}

/** A commit as people write it. */
export function short(commit: string): string {
  return commit.slice(0, 7);
}
