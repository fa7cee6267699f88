/** What a look at the machine found: one sentence, and what to do if it is not good. */
export interface Finding {
  readonly what: string;
  readonly good: boolean;
  readonly fix?: string;
}
