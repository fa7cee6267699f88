/** Needs you: the home. A row is a decision: what, since when, what it holds, what can be done, in place. */
import { useRef, useState } from "preact/hooks";
import { moreUrgent } from "../../../model/attention.ts";
import { budget, clock, count, span, usd, when } from "../format.ts";
import { commandWith, send } from "../orders.ts";
import { ActButton } from "../parts/act.tsx";
import { Frame, Mark } from "../parts/frame.tsx";
import { Glyph } from "../parts/glyph.tsx";
import { Prose } from "../parts/prose.tsx";
import { Tally } from "../parts/tally.tsx";
import { address, cursor, isLive, now, overview, page, place, select } from "../store.ts";
import type { Act, AttentionRow, GridRun } from "../types.ts";

interface Need {
  readonly project: string;
  readonly run: string;
  readonly row: AttentionRow;
}

/** Of the run that is followed, the rows that came last; in a past moment only those of then. */
export function shownNeeds(): readonly Need[] {
  const shown = page.value;
  const at = place.value;
  const own = (shown?.needs ?? []).map((row) => ({ ...at, row }));
  if (!isLive.value) return own;
  const others = (overview.value?.needs ?? []).filter(
    ({ project, run }) => shown === null || project !== at.project || run !== at.run,
  );
  return [...own, ...others].sort((a, b) => moreUrgent(a.row, b.row, now.value));
}

/** Questions of two projects have the same names. */
export function needKey({ project, run, row }: Need): string {
  return `${project} ${run} ${row.id}`;
}

/** Where there are more than a person takes in at once, those behind the first are one line each until they are opened. */
const OPEN_MAX = 6;
const LISTED_MAX = 40;

export function NeedsScreen() {
  const needs = shownNeeds();
  const [isAll, setAll] = useState(false);
  const listed = isAll ? needs : needs.slice(0, LISTED_MAX);
  if (overview.value === null) return <Frame wide={false}>{null}</Frame>;
  return (
    <Frame wide={false}>
      <div class="col">
        {needs.length === 0 ? <Nothing /> : <Hello needs={needs} />}
        {needs.length === 0 ? null : (
          <ol class="needs">
            {listed.map((need, index) => (
              <NeedRow key={needKey(need)} need={need} on={isOn(need, index)} isOpen={index < OPEN_MAX} />
            ))}
          </ol>
        )}
        {listed.length === needs.length ? null : (
          <button type="button" class="more-needs" onClick={() => setAll(true)}>
            Show {needs.length - listed.length} more
          </button>
        )}
        <Runs />
        <NextList />
      </div>
    </Frame>
  );
}

function isOn(need: Need, index: number): boolean {
  return cursor.value === null ? index === 0 : cursor.value === needKey(need);
}

function Hello({ needs }: { needs: readonly Need[] }) {
  const known = needs.filter(({ row }) => row.acked).length;
  const n = needs.length - known;
  const runs = overview.value?.projects.flatMap(({ run }) => run ?? []) ?? [];
  const agents = runs.flatMap(({ tasks }) => tasks).filter(({ state }) => state === "working").length;
  const busy = runs.filter(({ tasks }) => tasks.some(({ state }) => state === "working")).length;
  const doneAt = Math.max(0, ...runs.filter(({ phase }) => phase !== "ended").map(({ doneAt: at }) => at ?? 0));
  const parts = [
    `${count(agents, "agent")} at work${busy > 1 ? ` in ${busy} runs` : ""}`,
    ...(doneAt === 0 ? [] : [`last task done ${span(now.value - doneAt)} ago`]),
  ];
  const title = n === 0 ? "Nothing new needs you" : n === 1 ? "1 thing needs you" : `${n} things need you`;
  const rest = agents === 0 ? "Nothing else moves by itself." : `The rest is moving: ${parts.join(", ")}.`;
  return (
    <div class="hello">
      <h1>{title}</h1>
      <p>
        {known === 0 ? "" : `${n === 0 ? "" : "Besides, "}${known} you know of. `}
        {isLive.value ? rest : `As it was ${when(now.value, Date.now())}.`}
      </p>
    </div>
  );
}

function Nothing() {
  const [next] = overview.value?.next ?? [];
  return (
    <div class="empty">
      <Mark />
      <h1>Nothing needs you.</h1>
      <p>{next === undefined ? "All is quiet." : `Next: ${next.short} ${clock(next.at)}.`}</p>
    </div>
  );
}

function NeedRow({ need, on, isOpen }: { need: Need; on: boolean; isOpen: boolean }) {
  const { row, run } = need;
  // What was opened stays open: somebody may have begun to write an answer there.
  const wasOpen = useRef(isOpen);
  if (isOpen || on) wasOpen.current = true;
  const name = overview.value?.projects.find(({ id }) => id === need.project)?.name ?? "";
  const began = row.since === null ? row.began : `${row.began} ${span(now.value - row.since)} ago`;
  const key = needKey(need);
  if (!wasOpen.current) return <SmallNeed need={need} name={name} began={began} />;
  return (
    <li
      class={on ? "need on" : "need"}
      data-row={key}
      tabIndex={-1}
      aria-current={on ? "true" : undefined}
      onFocusCapture={() => select(key)}
    >
      <Glyph name={row.state} />
      <h2>
        <Prose text={row.what} />
      </h2>
      <p class="when">
        {began}
        {row.holds > 0 ? (
          <>
            {began === "" ? "" : " · "}
            <b>holds {row.holds}</b>
          </>
        ) : null}
        {row.holdsRun ? <b> · holds everything</b> : null}
      </p>
      <p class="where">
        <b>{row.tasks.slice(0, 3).join(", ") || (run === "" ? "the whole" : "the run")}</b>
        {row.tasks.length > 3 ? ` and ${row.tasks.length - 3} more` : ""}
        {row.question === null ? "" : " asks as "}
        {row.question === null ? null : <b>{row.question}</b>} · {name} {run}
        {row.acked ? " · acknowledged" : ""}
      </p>
      <div class="body">
        {row.question !== null && row.kind !== "proposal" ? <Ask need={need} /> : <Plain need={need} />}
      </div>
    </li>
  );
}

function SmallNeed({ need, name, began }: { need: Need; name: string; began: string }) {
  const { row, run } = need;
  const key = needKey(need);
  return (
    <li class="need small">
      <button type="button" data-row={key} onFocus={() => select(key)} onClick={() => select(key)}>
        <Glyph name={row.state} />
        <b>
          <Prose text={row.what} />
        </b>
        <span class="where">
          {row.question === null ? "" : `${row.question} · `}
          {name} {run}
        </span>
        <span class="when">{began}</span>
      </button>
    </li>
  );
}

function Plain({ need }: { need: Need }) {
  const { row } = need;
  return (
    <>
      {row.detail === null ? null : (
        <p>
          <Prose text={row.detail} />
        </p>
      )}
      <Evidence lines={row.evidence} />
      <div class="acts">
        {row.acts.map((act, index) => (
          <ActButton
            key={act.command}
            act={act}
            at={need}
            first={index === 0 && act.order !== null && row.kind === "proposal"}
          />
        ))}
      </div>
    </>
  );
}

const EVIDENCE_MAX = 6;

function Evidence({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>Evidence: {count(lines.length, "line")}</summary>
      <pre>{lines.slice(0, EVIDENCE_MAX * 2).join("\n")}</pre>
    </details>
  );
}

/** A question is answered where it stands. */
function Ask({ need }: { need: Need }) {
  const { row } = need;
  const [chosen, setChosen] = useState(row.options.length > 0 ? 0 : -1);
  const [own, setOwn] = useState("");
  const [isSent, setSent] = useState(false);
  const words = chosen < 0 ? own.trim() : optionWords(row.options, chosen);
  const answer = row.acts.find(({ order }) => order?.type === "answer");
  const others = row.acts.filter((act) => act !== answer);
  const choose = (index: number) => {
    setChosen(index);
    setSent(false);
  };
  const give = async (act: Act) => {
    setSent(true);
    const { ok } = await send(act, words, need);
    // An answer that is taken takes its row away; until then it is not given twice.
    if (!ok) setSent(false);
  };
  return (
    <div class={row.held.length === 0 ? "ask alone" : "ask"}>
      <div>
        {row.detail === null ? null : (
          <p>
            <Prose text={row.detail} />
          </p>
        )}
        <Evidence lines={row.evidence} />
        <fieldset class="choices" aria-label={`Answer to ${row.question}`}>
          {row.options.map((option, index) => (
            <label class="choice" key={option}>
              <input
                type="radio"
                name={`${need.project}${row.id}`}
                checked={chosen === index}
                onChange={() => choose(index)}
              />
              <b>
                <Prose text={option} />
              </b>
              <span>{index === 0 ? "named first" : ""}</span>
            </label>
          ))}
          <div class="choice own">
            <input
              type="radio"
              name={`${need.project}${row.id}`}
              aria-label="Other answer"
              checked={chosen < 0}
              onChange={() => choose(-1)}
            />
            <input
              type="text"
              placeholder={row.options.length === 0 ? "Your answer" : "Something else…"}
              aria-label="Your own answer"
              value={own}
              onInput={(event) => {
                setOwn(event.currentTarget.value);
                choose(-1);
              }}
            />
          </div>
        </fieldset>
        <div class="acts">
          {answer === undefined ? null : (
            <button
              type="button"
              class="act first"
              data-words={words}
              disabled={!isLive.value || words === "" || isSent}
              onClick={() => void give(answer)}
            >
              <b>{isSent ? "Answered" : "Answer"}</b>
              <code>{commandWith(answer, words, need)}</code>
              <kbd>a</kbd>
            </button>
          )}
          {others.map((act) => (
            <ActButton key={act.command} act={act} at={need} />
          ))}
        </div>
      </div>
      {row.held.length === 0 ? null : <Held need={need} />}
    </div>
  );
}

const OPTION_LENGTH_MAX = 40;

/** The number of an option stands for it, where it is long to type. */
function optionWords(options: readonly string[], index: number): string {
  const option = options[index] ?? "";
  return option.length > OPTION_LENGTH_MAX ? `${index + 1}` : option;
}

const HELD_MAX = 6;

function Held({ need: { row, project, run } }: { need: Need }) {
  return (
    <div class="held">
      <h3>Stands still until then</h3>
      <ul>
        {row.held.slice(0, HELD_MAX).map((id) => (
          <li key={id}>
            <Glyph name="waiting" />
            <a href={address("task", { project, run, task: id })}>{id}</a>
          </li>
        ))}
      </ul>
      <p>{row.held.length > HELD_MAX ? `And ${row.held.length - HELD_MAX} more. ` : ""}Costs time, no money.</p>
    </div>
  );
}

function Runs() {
  const listed = overview.value?.projects.filter(({ run }) => run !== null) ?? [];
  if (listed.length === 0)
    return (
      <p class="faint">
        No run yet. <code>reeve run plan.yaml</code> starts one.
      </p>
    );
  return (
    <>
      <div class="section">
        <h2>Runs</h2>
        <span>a cell is a task{isLive.value ? "" : "; as they stand now"}</span>
      </div>
      <ul class="panel runs">
        {listed.map(({ id, name, run }) =>
          run === null ? null : <RunRow key={id} project={id} name={name} run={run} />,
        )}
      </ul>
    </>
  );
}

function RunRow({ project, name, run }: { project: string; name: string; run: GridRun }) {
  const done = run.tasks.filter(({ state }) => state === "done").length;
  return (
    <li>
      <div>
        <a class="strong" href={address("time", { project, run: run.run })}>
          {run.title}
        </a>
        <p>
          {name} {run.run} · {stands(run)}
        </p>
      </div>
      <Tally tasks={run.tasks} />
      <span class="num">
        {done} of {run.tasks.length}
      </span>
      <span class="num">
        {usd(run.usd)}
        {run.budget === null ? "" : ` of ${budget(run.budget)}`}
      </span>
    </li>
  );
}

function stands({ phase, verdict, tasks, endedAt }: GridRun): string {
  if (phase === "ended") {
    const at = endedAt === null ? "" : ` ${when(endedAt, now.value)}`;
    return verdict === "done" ? `ended${at}, the whole is green` : `ended${at}, not everything was done`;
  }
  const parts = (["working", "proving", "merging"] as const).flatMap((state) => {
    const n = tasks.filter((task) => task.state === state).length;
    return n === 0 ? [] : [`${n} ${state}`];
  });
  return parts.length === 0 || phase !== "working" ? phase : parts.join(", ");
}

function NextList() {
  const next = overview.value?.next.slice(0, 5) ?? [];
  if (next.length === 0 || !isLive.value) return null;
  return (
    <>
      <div class="section">
        <h2>Next, without you</h2>
      </div>
      <dl class="panel next">
        {next.map(({ at, what, project }) => (
          <>
            <dt key={`${project}${what}t`}>{at - now.value < 600_000 ? `in ${span(at - now.value)}` : clock(at)}</dt>
            <dd key={`${project}${what}`}>{what}</dd>
          </>
        ))}
      </dl>
    </>
  );
}
