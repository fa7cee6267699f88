/** The one confirmation: it names what is meant, asks for the words that are missing, and shows the command. */
import { useEffect, useRef, useState } from "preact/hooks";
import { type Asking, asking, commandWith, send } from "../orders.ts";

const ASKS: Readonly<Record<string, string>> = {
  answer: "Your answer",
  because: "Because",
  text: "What the agent should know",
  usd: "US dollars",
};

export function AskDialog() {
  const open = asking.value;
  return open === null ? null : <Ask key={open.act.command} {...open} />;
}

function Ask({ act, project, run }: Asking) {
  const [words, setWords] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    asking.value = null;
  };
  const isMissing =
    act.asks !== null && words.trim() === "" && act.order?.type !== "brake" && act.order?.type !== "skip";
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isMissing && (await send(act, words.trim(), { project, run }))) close();
  };
  const of = act.order !== null && "task" in act.order ? act.order.task : run;
  return (
    <dialog ref={dialog} class="ask-dialog" aria-labelledby="ask-title" onClose={close}>
      <form onSubmit={submit}>
        <h2 id="ask-title">
          {act.verb} {act.order !== null && "question" in act.order ? act.order.question : of}
        </h2>
        {act.asks === null ? null : <Words asks={act.asks} words={words} onWords={setWords} />}
        <code class="does">{commandWith(act, words.trim())}</code>
        <div class="acts">
          <button type="submit" class="act first" disabled={isMissing}>
            <b>{act.verb}</b>
          </button>
          <button type="button" class="act" onClick={() => dialog.current?.close()}>
            <b>Leave it</b>
            <kbd>Esc</kbd>
          </button>
        </div>
      </form>
    </dialog>
  );
}

function Words({ asks, words, onWords }: { asks: string; words: string; onWords: (words: string) => void }) {
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => onWords(event.currentTarget.value);
  return (
    <div class="words">
      <span id="ask-words">{ASKS[asks]}</span>
      {asks === "usd" ? (
        <input type="number" min="0.01" step="any" aria-labelledby="ask-words" value={words} onInput={onInput} />
      ) : (
        <textarea rows={3} aria-labelledby="ask-words" value={words} onInput={onInput} />
      )}
    </div>
  );
}
