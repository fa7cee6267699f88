/** The four reasons for which an attempt at work is ended before it is done, as a person names them. */
export const CUT_REASONS = ["budget", "wrong", "spinning", "path"] as const;
export type CutReason = (typeof CUT_REASONS)[number];

/** What it has made is void: also what it hands over in its last moment. */
export function isVoid(reason: unknown): boolean {
  return reason === "wrong" || reason === "path";
}
