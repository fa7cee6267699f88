/** What Reeve has to know of an agent to judge whether it can work: the shape of a row in the table of them. It looks at nothing. */

export interface KnownAgent {
  /** As its program is called. */
  readonly program: string;
  readonly name: string;
  readonly install: string;
  /** How its driver starts it so that it asks nobody, for "started …". */
  readonly unattended: string;
  /** Older ones lack something a driver needs. */
  readonly oldest: string;
  /** Newer ones are not tried yet. */
  readonly tried: string;
  readonly login: {
    /** Any of them, not empty, is a login. Only the name is ever told. */
    readonly variables: readonly string[];
    /** More of them, which the agent heeds only when it is driven by this adapter. */
    readonly variablesOf?: Readonly<Record<string, readonly string[]>>;
    /** Any of them is one. `in` names the variable that moves the folder. */
    readonly files: readonly LoginFile[];
    /** How it tells by itself that it has none; absent: it does not tell. */
    readonly ask?: { readonly args: readonly string[]; readonly none: RegExp };
    /** The setting that is there once somebody has chosen a way to log in; absent: nothing tells that nobody has. */
    readonly chosen?: readonly Chosen[];
    readonly fix: string;
  };
  /** Settings with which it refuses to work without asking. */
  readonly forbids: readonly Forbids[];
}

export interface LoginFile {
  readonly in: string | null;
  /** Below the folder of that variable; else below the home. */
  readonly moved: string;
  readonly path: string;
  /** A word that must be in it: the file alone says nothing. */
  readonly word?: string;
}

export interface Forbids {
  /** Below the home, or absolute. */
  readonly file: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** In a file below the home and below the project, or an absolute one; any of the words in it is a choice. */
export interface Chosen {
  readonly file: string;
  readonly words: readonly string[];
}
