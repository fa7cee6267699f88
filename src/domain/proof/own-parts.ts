/** Files of the project that Reeve itself writes parts of, as an epic's body. Gates and monitors judge what people and agents wrote, and nothing else of them. */
export interface OwnParts {
  /**
   * The text without what Reeve writes in it: that is blank, and every line stays where it was. Null: it is no such file.
   * What is compared is compared without blanks.
   */
  readonly peoples: (path: string, text: string) => string | null;
}

/** Whether only Reeve's parts differ; both texts are of such a file. */
export function differsInOwnParts(own: OwnParts, path: string, before: string, after: string): boolean {
  const [was, is] = [own.peoples(path, before), own.peoples(path, after)];
  return was !== null && is !== null && bare(was) === bare(is);
}

function bare(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
