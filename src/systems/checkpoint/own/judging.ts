/** Whether a check asks how good something is. Checkpoints compare; quality is a reviewer's, and such a check is refused. Pure. */

const JUDGING =
  /\b(?:quality|qualities|score[sd]?|scoring|rate[sd]?|rating|grade[sd]?|testab\w*|justif\w*|convincing|elegan\w*|readab\w*|clarity|well[- ](?:written|designed|structured|reasoned)|good enough|best practices?|better|worse|maintainab\w*|evaluate|assess\w*|judge[sd]?|sensible|reasonable|improve\w*|critique|discuss\w*)\b/iu;

/** The word that gives it away. */
export function judgingWord(text: string): string | null {
  return JUDGING.exec(text)?.[0] ?? null;
}
