/** One thing an agent did, for people: what its output says, in few words. Types only. */

export type DeedKind =
  | "says"
  | "edits"
  | "runs"
  | "reads"
  | "calls"
  | "notes"
  | "waits"
  | "ends"
  | "prints"
  | "complains";

export interface Deed {
  /** Counted from 0 in its attempt. */
  readonly index: number;
  readonly kind: DeedKind;
  /** Null: its output does not say when. */
  readonly at: number | null;
  /** What was said, the command, the file, the name of the tool. May have several lines where it was said. */
  readonly text: string;
  /** Of a tool: whether it went well; null: it has not come back. Of an end: whether it was done. */
  readonly ok: boolean | null;
  readonly tookMs: number | null;
  /** What it printed, as far as it was kept. */
  readonly output: readonly string[];
  /** Lines of the file, where the call tells. */
  readonly added?: number;
  readonly removed?: number;
}
