/** What is to run inside a sandbox, and what the sandbox makes of it. */

export interface BoxWish {
  /** Its working directory; what may be written is all of the checkout it lies in. */
  readonly workspace: string;
  /** A folder of Reeve's about this process alone, to be read: what it is told. Absent: it is told nothing. */
  readonly dir?: string;
  /** In it, or elsewhere: where it leaves what Reeve takes. Absent: Reeve takes nothing but its output. */
  readonly handIn?: string;
  /** Where things that go with the process may be put; made if it is not there. */
  readonly box: string;
  /** Program and arguments; the program as an absolute path. */
  readonly command: readonly string[];
  /** Added to the environment of Reeve. */
  readonly env: Readonly<Record<string, string>>;
  /** The agent's own words of what is started; absent: no agent, so no login is seen. */
  readonly agent?: readonly string[];
  /** More programs that it starts, as absolute paths. */
  readonly programs?: readonly string[];
  /** Where it reaches Reeve. */
  readonly doors?: readonly string[];
}

export interface Boxed {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
