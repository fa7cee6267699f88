/** How long the gits of a run may still finish what they do once Reeve goes. It ends nothing by itself: whoever starts a git heeds it. */

/** Nobody who has said Ctrl-C waits for more. */
const PATIENCE_MS = 5_000;

export interface EndingSoon {
  readonly ended: AbortSignal;
  /** From now on they have some seconds. */
  readonly stop: () => void;
  /** All of them are done. */
  readonly close: () => void;
}

export function endingSoon(): EndingSoon {
  const ended = new AbortController();
  let patience: NodeJS.Timeout | undefined;
  const stop = () => {
    patience ??= setTimeout(() => ended.abort(), PATIENCE_MS);
  };
  return { ended: ended.signal, stop, close: () => clearTimeout(patience) };
}
