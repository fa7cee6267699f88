/** An act: what it does, the command that does the same, and its key. In a past moment all are grey. */
import { commandWith, perform } from "../orders.ts";
import { isLive } from "../store.ts";
import type { Act } from "../types.ts";

interface Props {
  readonly act: Act;
  readonly first?: boolean;
  readonly words?: string;
  readonly at?: { project: string; run: string };
  readonly onAct?: () => void;
}

/** Looks that the page has a screen for. */
const SHOWN_HERE: ReadonlySet<string> = new Set(["Why", "Log"]);

export function ActButton({ act, first = false, words = "", at, onAct }: Props) {
  const isGrey = act.order !== null && !isLive.value;
  return (
    <button
      type="button"
      class={first ? "act first" : "act"}
      disabled={isGrey}
      {...(act.order === null && !SHOWN_HERE.has(act.verb) ? { title: "Copies the command" } : {})}
      onClick={() => (onAct ? onAct() : at ? perform(act, at) : perform(act))}
    >
      <b>{act.verb}</b>
      <code>{commandWith(act, words, at)}</code>
      {act.key === "" ? null : <kbd>{act.key}</kbd>}
    </button>
  );
}

interface ActsProps {
  readonly acts: readonly Act[];
  readonly at?: { project: string; run: string };
  /** None of them stands out. */
  readonly plain?: boolean;
}

export function Acts({ acts, at, plain = false }: ActsProps) {
  return (
    <div class="acts">
      {acts.map((act, index) => (
        <ActButton
          key={act.command}
          act={act}
          first={!plain && index === 0 && act.order !== null}
          {...(at && { at })}
        />
      ))}
    </div>
  );
}
