/** Two small windows: all keys, and the way to any task or screen by its name. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { helping } from "../keys.ts";
import { go, page } from "../store.ts";

const KEYS = [
  ["j k, ↑ ↓", "move"],
  ["← →", "to the next column; on Time to the decision before, after"],
  ["Enter", "open what is under the cursor"],
  ["Esc", "one up"],
  ["Space", "unfold the evidence of a decision"],
  ["a", "answer"],
  ["K", "acknowledge a question"],
  ["e · l", "why · log"],
  ["t · r · s · x", "tell · retry · skip · cut"],
  ["m", "grant more"],
  ["y · n", "approve · refuse a change of the plan"],
  ["p · b", "pause or resume · brake or release"],
  ["g n", "needs you"],
  ["g t, g b, g g", "time, board, graph"],
  ["g r, g p, g m, g j", "tree, patterns, money, journal"],
  ["g h, g d", "history, documents"],
  ["[ ]", "one event back, forward"],
  ["0", "live, all of the time"],
  ["+ −", "zoom in time"],
  ["z · Z", "on Graph: fold or unfold · fold all"],
  ["d · l · i", "on a task: diff · log · prompt"],
  ["/ · : · ?", "filter · go · this list"],
] as const;

const SCREENS = ["needs", "time", "board", "graph", "tree", "patterns", "money", "journal", "history", "documents"];

export function Help() {
  const which = helping.value;
  return which === null ? null : <Window which={which} />;
}

function Window({ which }: { which: "keys" | "go" }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    helping.value = null;
  };
  return (
    <dialog ref={dialog} class="ask-dialog" aria-label={which === "keys" ? "Keys" : "Go"} onClose={close}>
      {which === "keys" ? (
        <>
          <h2>Keys</h2>
          <dl class="keys-list">
            {KEYS.map(([keys, what]) => (
              <>
                <dt key={`${keys}k`}>
                  <kbd>{keys}</kbd>
                </dt>
                <dd key={keys}>{what}</dd>
              </>
            ))}
          </dl>
          <div class="acts">
            <button type="button" class="act" onClick={() => dialog.current?.close()}>
              <b>Close</b>
            </button>
          </div>
        </>
      ) : (
        <GoForm onDone={() => dialog.current?.close()} />
      )}
    </dialog>
  );
}

function GoForm({ onDone }: { onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [unknown, setUnknown] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    const name = input.current?.value.trim() ?? "";
    if (SCREENS.includes(name)) go(name);
    else if (page.value?.view.tasks.some(({ id }) => id === name)) go("task", { task: name });
    else return setUnknown(name);
    onDone();
  };
  return (
    <form onSubmit={submit}>
      <label>
        <span>Go to a task or a screen</span>
        <input ref={input} type="text" list="places" autocomplete="off" />
      </label>
      {unknown === "" ? null : (
        <p class="refusal" role="alert">
          No task of this run and no screen is called {unknown}.
        </p>
      )}
      <datalist id="places">
        {[...SCREENS, ...(page.value?.view.tasks.map(({ id }) => id) ?? [])].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div class="acts">
        <button type="submit" class="act first">
          <b>Go</b>
        </button>
      </div>
    </form>
  );
}
