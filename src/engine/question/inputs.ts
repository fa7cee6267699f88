/** What a person answers, or that they know of a question and will answer it. */
export type QuestionOrder =
  | { readonly type: "answer"; readonly question: string; readonly text: string }
  | { readonly type: "ack"; readonly question: string };

export type QuestionRefusal =
  | { readonly what: "unknown_question"; readonly question: string; readonly open: readonly string[] }
  /** To a halted run: that it is to be retried, but not what changed. */
  | { readonly what: "no_change"; readonly question: string };
