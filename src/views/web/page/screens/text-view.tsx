/** Long text of a task: its diff, what an attempt printed, what it was told. Always text, whatever it holds. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useGet } from "../load.ts";
import { commandAt, copy } from "../orders.ts";
import { NotOfThen } from "../parts/not-of-then.tsx";
import { page, place, runPath } from "../store.ts";

const COMMANDS: Readonly<Record<string, (task: string) => string>> = {
  diff: (task) => `reeve review --task ${task} --diff`,
  log: (task) => `reeve logs ${task}`,
  prompt: (task) => `reeve why ${task}`,
};
const LINES_MAX = 3_000;

export function TextView({ id, which }: { id: string; which: string }) {
  const attempts = page.value?.over.lines[id]?.attempts ?? [];
  const [chosen, setChosen] = useState(0);
  const number = chosen || attempts.length;
  const query = which === "diff" || number === 0 ? "" : `?attempt=${number}`;
  const task = page.value?.view.tasks.find((each) => each.id === id);
  // A log grows while its agent works.
  const stamp = `${task?.state}${task?.attempts}${task?.at?.activityAt}${task?.usage.tokens}`;
  const path = `${runPath.value}/tasks/${encodeURIComponent(id)}/${which}${query}`;
  const loaded = useGet<LongText>(path, stamp);
  const command = COMMANDS[which]?.(id) ?? "";
  useEndOf(which === "log" && loaded.state === "ready" ? loaded.value.text : null, path);
  return (
    <div class="text-view">
      <div class="bar-row">
        {which === "diff" || attempts.length < 2 ? (
          <span />
        ) : (
          <label class="pick">
            Attempt{" "}
            <select value={number} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
              {attempts.map((each) => (
                <option key={each.id} value={each.number}>
                  {each.number}
                </option>
              ))}
            </select>
          </label>
        )}
        {which === "prompt" ? null : (
          <button type="button" class="act" onClick={() => copy(command)}>
            <b>Copy</b>
            <code>{commandAt(command, place.value)}</code>
          </button>
        )}
      </div>
      <NotOfThen />
      {loaded.state === "refused" ? <p class="faint">{loaded.message}</p> : null}
      {loaded.state === "loading" ? <p class="faint">Reading it…</p> : null}
      {loaded.state === "ready" ? <Lines {...loaded.value} isDiff={which === "diff"} /> : null}
    </div>
  );
}

interface LongText {
  readonly text: string | null;
  readonly isCut?: boolean;
}

const NEAR_PX = 80;

/** A log is read from its end, and followed for as long as one stays there. */
function useEndOf(text: string | null, path: string): void {
  const before = useRef({ path: "", height: 0 });
  useLayoutEffect(() => {
    if (text === null) return;
    const { scrollHeight, clientHeight } = document.documentElement;
    const wasThere = before.current.height - clientHeight - scrollY < NEAR_PX;
    if (before.current.path !== path || wasThere) scrollTo(0, scrollHeight);
    before.current = { path, height: scrollHeight };
  }, [text, path]);
}

function Lines({ text, isCut = false, isDiff }: LongText & { isDiff: boolean }) {
  if (text === null || text.trim() === "") return <p class="faint">There is nothing to show.</p>;
  const all = text.split("\n");
  const lines = isDiff ? all.slice(0, LINES_MAX) : all.slice(-LINES_MAX);
  return (
    <>
      {isCut || all.length > lines.length ? (
        <p class="faint">
          {isDiff ? "The first" : "The last"} {lines.length.toLocaleString("en-US")} lines
          {isCut ? "; there is more" : ` of ${all.length.toLocaleString("en-US")}`}. The command above shows all of it.
        </p>
      ) : null}
      <pre class={isDiff ? "long diff" : "long"}>
        {isDiff
          ? diffKinds(lines).map((kind, index) => <DiffLine key={`${index}`} kind={kind} line={lines[index] ?? ""} />)
          : lines.join("\n")}
      </pre>
    </>
  );
}

const KINDS: Readonly<Record<string, string>> = { "+": "add", "-": "del", "@": "hunk" };

/** What each line is. Git's own lines stand before the first hunk of a file; behind it a line is what its first sign says. */
function diffKinds(lines: readonly string[]): readonly string[] {
  let isHunk = false;
  return lines.map((line) => {
    if (line.startsWith("diff ")) isHunk = false;
    else if (line.startsWith("@@")) isHunk = true;
    if (isHunk) return KINDS[line[0] ?? ""] ?? "";
    return line.startsWith("diff ") ? "file" : "meta";
  });
}

function DiffLine({ line, kind }: { line: string; kind: string }) {
  return (
    <span class={kind}>
      {line}
      {"\n"}
    </span>
  );
}
