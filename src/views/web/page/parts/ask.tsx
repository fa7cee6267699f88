/** The one confirmation: it names what is meant, asks for the words that are missing, and shows the command. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Asking, asking, commandWith, send } from "../orders.ts";
import { overview } from "../store.ts";

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

/** These need no word, though one may be said. */
const MAY_BE_SILENT: ReadonlySet<string> = new Set(["brake", "skip", "reject"]);

function Ask({ act, project, run, words: chosen = "" }: Asking) {
  const [words, setWords] = useState(chosen);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("textarea, input, [type=submit]")?.focus();
  }, []);
  const close = () => {
    asking.value = null;
  };
  const isMissing = act.asks !== null && words.trim() === "" && !MAY_BE_SILENT.has(act.order?.type ?? "");
  const submit = async (event: Event) => {
    event.preventDefault();
    if (isMissing || isSent) return;
    setSent(true);
    const sent = await send(act, words.trim(), { project, run });
    if (sent.ok) return close();
    setSent(false);
    setRefusal(sent.text);
  };
  return (
    <dialog ref={dialog} class="ask-dialog" aria-labelledby="ask-title" onClose={close}>
      <form onSubmit={submit}>
        <h2 id="ask-title">
          {act.verb} {subject(act, run)}
          {projectName(project)}
        </h2>
        <p class="dim">{ABOUT[act.order?.type ?? ""] ?? ""}</p>
        {act.asks === null ? null : <Words asks={act.asks} words={words} onWords={setWords} />}
        <code class="does">{commandWith(act, words.trim(), { project, run })}</code>
        {refusal === null ? null : (
          <p class="refusal" role="alert">
            {refusal}
          </p>
        )}
        <div class="acts answers">
          <button type="submit" class="act first" disabled={isMissing || isSent}>
            <b>{act.verb}</b>
            <kbd>{act.asks === null || act.asks === "usd" ? "Enter" : "Ctrl Enter"}</kbd>
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

/** What it does, for those who do not know the command. */
const ABOUT: Readonly<Record<string, string>> = {
  pause: "Running agents keep working; nothing new starts.",
  resume: "What waits may start again.",
  brake: "All agents are stopped within two seconds; nothing starts until you release it.",
  release: "One agent works first; when its task is done, all do.",
  tell: "The agent at work hears it; otherwise the next attempt finds it in its prompt.",
  retry: "It gets another attempt, which is told what you say here.",
  skip: "It is left out, and what depends on it ends too.",
  cut: "Its attempt is stopped now; what follows is decided as after a failure.",
  grant: "It is added to the budget, for this run only.",
  approve: "The change becomes part of the plan.",
  reject: "The plan stays as it is.",
  land: "Brings the proved work into the branch the run began from, as a whole or not at all.",
  ack: "It stays open, and you are not reminded of it.",
};

/** Where there are several: all of them have a q1 and an r1. */
function projectName(id: string): string {
  const projects = overview.value?.projects ?? [];
  const name = projects.find((each) => each.id === id)?.name;
  return projects.length < 2 || name === undefined ? "" : ` of ${name}`;
}

function subject({ order }: Asking["act"], run: string): string {
  if (order === null) return run;
  if ("question" in order) return order.question;
  if ("task" in order) return order.task;
  if ("target" in order) return order.target;
  if ("replan" in order) return order.replan;
  return "to" in order && order.to !== "run" ? order.to : run;
}

function Words({ asks, words, onWords }: { asks: string; words: string; onWords: (words: string) => void }) {
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => onWords(event.currentTarget.value);
  return (
    <div class="words">
      <span id="ask-words">{ASKS[asks]}</span>
      {asks === "usd" ? (
        <input type="number" min="0.01" step="any" aria-labelledby="ask-words" value={words} onInput={onInput} />
      ) : (
        <textarea rows={3} aria-labelledby="ask-words" value={words} onInput={onInput} onKeyDown={sendOnCtrlEnter} />
      )}
    </div>
  );
}

function sendOnCtrlEnter(event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}
