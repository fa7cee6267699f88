/** What is said of an object that is not what its name stands for. It decides nothing. */
import type { Failure } from "../../../domain/proof/failure.ts";

/** `what`: where it was met. */
export function forgedObject(name: string, what: string): Failure {
  const message = `What git keeps as ${name.slice(0, SHORT_LENGTH)} (${what}) is not what that name stands for: somebody has written over it. Nothing that it is part of is merged. \`git fsck\` names all such objects; move them aside and fetch them again, then retry the task.`;
  return { class: "git_state", restart: "terminal", subject: name, message, evidence: [] };
}

const SHORT_LENGTH = 10;
