/** A stretch of a text that is a secret, and of which kind. Types only. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** As people call it: `github`, `database-url`. */
  readonly kind: string;
  /** Not sure enough to stop anybody's work for it: it is hidden, and no gate fails because of it. */
  readonly isWeak?: true;
}
