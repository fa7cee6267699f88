/** Kinds of deliverables: how each is dispatched, where a person reviews it, and what says that it is complete. An unknown kind is none. */

export interface Deliverable {
  readonly dispatch: string;
  readonly surface: string;
  readonly completion: string;
}

const DELIVERABLES: Readonly<Record<string, Deliverable>> = {
  code: {
    dispatch: "Change the code, with tests, and commit.",
    surface: "a pull request, or without a forge a pushed branch with a review file",
    completion: "the pull request is open",
  },
  writing: {
    dispatch: "Write the document at the named path and commit it.",
    surface: "the document at its path, on a pushed branch",
    completion: "the document is on the branch",
  },
  analysis: {
    dispatch: "Find out what is asked, write what you found at the named path with its evidence, and commit it.",
    surface: "the report at its path, on a pushed branch",
    completion: "the report is on the branch",
  },
};

export function deliverableOf(kind: string | undefined): Deliverable | null {
  const name = kind ?? "code";
  return Object.hasOwn(DELIVERABLES, name) ? (DELIVERABLES[name] ?? null) : null;
}

/** A row that only holds others together, like an epic inside a status file. */
export function isGroup(kind: string | undefined): boolean {
  return kind === "group";
}
