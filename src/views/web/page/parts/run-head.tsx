/** The head of a run: what it is, how far, what it costs. The same on every screen of it. */
import { useEffect, useRef } from "preact/hooks";
import { withoutStop } from "../../../../domain/words/wording.ts";
import { acts } from "../../../model/act.ts";
import { budget, clock, span, spent } from "../format.ts";
import { address, now, overview, page, place, route } from "../store.ts";
import type { Act, AttentionRow, TaskState } from "../types.ts";
import { Acts } from "./act.tsx";
import { Glyph } from "./glyph.tsx";
import { Prose } from "./prose.tsx";
import { RUN_SCREENS } from "./screens-list.ts";
import { Tally } from "./tally.tsx";

const SHOWN: readonly TaskState[] = ["working", "proving", "merging", "backoff", "limit", "waiting"];

export function RunHead() {
  const shown = page.value;
  if (shown === null) return null;
  const { run, tasks, integration } = shown.view;
  const name = overview.value?.projects.find(({ id }) => id === place.value.project)?.name ?? "";
  const still = shown.needs.find(({ kind }) => kind === "brake");
  return (
    <div class="run-head">
      <div class="head-row">
        <div>
          <p class="crumb">
            <b>{name}</b> / <b>{run.id}</b>
            {integration === null ? null : (
              <>
                {" "}
                · from <code>{integration.base.branch ?? "HEAD"}</code> at {integration.base.commit.slice(0, 7)}
              </>
            )}{" "}
            · {run.plan}
          </p>
          <h1>{run.title}</h1>
        </div>
        <Acts acts={runActs(run.phase, still)} plain={still === undefined} />
      </div>
      {still === undefined ? null : <StandsStill row={still} />}
      <Tally tasks={tasks} />
      <Facts />
      <Tabs />
    </div>
  );
}

/** On a phone: more than fit beside each other, so that the one that is shown is brought into sight. */
function Tabs() {
  const { screen } = route.value;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
  }, [screen]);
  return (
    <nav class="run-tabs" aria-label="Screens of this run" ref={bar}>
      {RUN_SCREENS.map(([id, title]) => (
        <a key={id} href={address(id)} {...(screen === id ? { "aria-current": "page" as const } : {})}>
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Of a run that stands still, what lets it move again: why it does decides that. */
function runActs(phase: string, still: AttentionRow | undefined): readonly Act[] {
  if (still !== undefined) return still.acts.filter(({ verb }) => verb !== "Acknowledge").slice(0, 2);
  if (phase === "paused") return [acts.resume(), acts.brake()];
  return phase === "working" ? [acts.pause(), acts.brake()] : [];
}

function StandsStill({ row }: { row: AttentionRow }) {
  return (
    <p class={row.state === "braked" ? "braked-bar" : "left-bar"}>
      <Glyph name={row.state} />{" "}
      <span>
        <Prose text={`${withoutStop(row.what)}. ${row.state === "braked" ? STARTS_NOTHING : (row.detail ?? "")}`} />
      </span>
    </p>
  );
}

const STARTS_NOTHING = "Nothing starts until you say so.";

function Facts() {
  const shown = page.value;
  if (shown === null) return null;
  const { run, tasks, usage, budgets } = shown.view;
  const of = (state: TaskState) => tasks.filter((task) => task.state === state);
  const need = of("question").length + of("failed").length;
  const end = run.endedAt ?? now.value;
  return (
    <div class="facts">
      <span>
        <b>
          {of("done").length} of {tasks.length}
        </b>{" "}
        done
      </span>
      {need === 0 ? null : (
        <span>
          <Glyph name={of("failed").length > of("question").length ? "failed" : "question"} /> <b>{need}</b> need you
        </span>
      )}
      {SHOWN.map((state) => {
        const found = of(state);
        if (found.length === 0) return null;
        return (
          <span key={state}>
            <Glyph name={state} /> {found.length}{" "}
            {factWords(
              state,
              found.map(({ until }) => until),
            )}
          </span>
        );
      })}
      <span>
        <b>{spent(usage)}</b> {budgets.usd === undefined ? "" : `of ${budget(budgets.usd)}`}
      </span>
      <span>
        <b>{span(end - run.createdAt)}</b>
      </span>
    </div>
  );
}

function factWords(state: TaskState, until: readonly (number | null)[]): string {
  const soonest = Math.min(...until.map((at) => at ?? Number.POSITIVE_INFINITY));
  if (state === "backoff") return Number.isFinite(soonest) ? `restarts in ${span(soonest - now.value)}` : "restarting";
  if (state === "limit") return Number.isFinite(soonest) ? `until ${clock(soonest)}` : "at a limit";
  return state;
}
