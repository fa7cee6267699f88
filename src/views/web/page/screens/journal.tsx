/** Journal: what happened, in sentences, the newest first; a click shows the run as it was then. */
import { useState } from "preact/hooks";
import { clockIn } from "../format.ts";
import { useGet } from "../load.ts";
import { Frame } from "../parts/frame.tsx";
import { Prose } from "../parts/prose.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { address, filter, live, lookAt, moment, page, place, runPath } from "../store.ts";

interface Lines {
  readonly lines: readonly {
    seq: number;
    at: number;
    task: string | null;
    text: string;
    evidence: readonly string[];
  }[];
  readonly from: number;
}

export function JournalScreen() {
  const [all, setAll] = useState(false);
  const [before, setBefore] = useState(0);
  const until = before || (moment.value === null ? 0 : moment.value + 1);
  const query = [...(until > 0 ? [`before=${until}`] : []), ...(all ? ["all=1"] : [])].join("&");
  const path = place.value.run === "" ? null : `${runPath.value}/journal${query === "" ? "" : `?${query}`}`;
  const loaded = useGet<Lines>(path, until > 0 ? 0 : live.value?.over.seq);
  const words = filter.value.toLowerCase();
  const value = loaded.state === "ready" ? loaded.value : { lines: [], from: 1 };
  const lines = value.lines
    .filter(({ text, task }) => words === "" || `${task} ${text}`.toLowerCase().includes(words))
    .toReversed();
  return (
    <Frame>
      <RunHead />
      <div class="bar-row">
        <label class="filter">
          <kbd>/</kbd>
          <input
            id="filter"
            type="search"
            placeholder="Filter by task or word"
            aria-label="Filter by task or word"
            value={filter.value}
            onInput={(event) => (filter.value = event.currentTarget.value)}
          />
        </label>
        <label class="check">
          <input type="checkbox" checked={all} onChange={() => setAll(!all)} /> also what is usually kept quiet
        </label>
      </div>
      <ol class="panel journal">
        {lines.map((line, index) => (
          <li key={`${line.seq}${index}`} class={line.seq === moment.value ? "on" : ""}>
            <button
              type="button"
              class="at"
              data-row={`${line.seq}`}
              title="Show this moment"
              onClick={() => lookAt(line.seq)}
            >
              {clockIn(line.at, page.value?.over.from ?? 0, page.value?.over.to ?? 0)}
            </button>
            <span class="faint num">{line.seq}</span>
            <span>{line.task === null ? "" : <a href={address("task", { task: line.task })}>{line.task}</a>}</span>
            <p>
              <Prose text={line.text} />
            </p>
          </li>
        ))}
        {lines.length === 0 ? <li class="faint">Nothing to show.</li> : null}
      </ol>
      <div class="acts more">
        {value.from > 1 ? (
          <button type="button" class="act" onClick={() => setBefore(value.from)}>
            <b>Earlier</b>
            <code>{`reeve events --run ${place.value.run}`}</code>
          </button>
        ) : null}
        {before > 0 ? (
          <button type="button" class="act" onClick={() => setBefore(0)}>
            <b>Newest</b>
          </button>
        ) : null}
      </div>
    </Frame>
  );
}
