/** That what steers git was changed since a run began, what that can mean, and what to do. Words only. */
import type { Refusal } from "../../app/refusal.ts";
import { plainText } from "../words.ts";

type GitChanged = Extract<Refusal, { what: "git_changed" }>;

export function gitChangedText({ run, names, wanted }: GitChanged): string {
  const shown = names.slice(0, 5).map(plainText).join(", ") + (names.length > 5 ? ", …" : "");
  return `What steers git here was changed since ${run} began: ${shown}. An agent can do that, to redirect a push or to run a program of its own. Look at it (\`git config --show-origin --list\`) and undo what is not yours; if all of it is, run \`${TRUSTING[wanted]}\`.`;
}

/** How a person says that what steers git is theirs. */
const TRUSTING = {
  land: "reeve land --trust-git",
  propose: "reeve review --open-pr --trust-git",
  run: "reeve run --new --trust-git",
} as const satisfies Readonly<Record<GitChanged["wanted"], string>>;
