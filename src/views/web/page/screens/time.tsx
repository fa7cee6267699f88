/** Time: a row per task, over the clock. Waits are hatched, work is solid by agent, proof is outlined; marks say what happened. */
import { useEffect, useRef, useState } from "preact/hooks";
import { clock } from "../format.ts";
import { Filter, matching } from "../parts/filter.tsx";
import { Frame } from "../parts/frame.tsx";
import { Inspect } from "../parts/inspect.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { isLive, marked, now, page, zoomed } from "../store.ts";
import type { TaskView } from "../types.ts";
import { useWidth } from "../width.ts";
import { type GanttRow, Legend, layoutFor, Rows, Strip } from "./gantt.tsx";
import { axisLabel, axisTimes, type Scale } from "./scale.ts";

const AHEAD = 0.06;

export function TimeScreen() {
  const shown = page.value;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 1100);
  const over = shown?.over;
  const end = shown?.view.run.endedAt ?? now.value;
  const all = over === undefined ? null : { from: over.from, to: end + Math.max(1_000, (end - over.from) * AHEAD) };
  const range = zoomed.value ?? all;
  return (
    <Frame>
      <RunHead />
      <div class="bar-row">
        <Legend />
        <Filter short />
      </div>
      <div class="gantt" ref={box}>
        {all === null || range === null || shown === null ? null : (
          <Gantt range={range} all={all} width={width} rows={inGangs(matching(shown.view.tasks))} />
        )}
      </div>
      <Inspect />
    </Frame>
  );
}

/** Gangs stay together under their names, in the order of the plan. */
function inGangs(tasks: readonly TaskView[]): readonly GanttRow[] {
  const groups = [...Map.groupBy(tasks, ({ gang }) => gang ?? "")];
  if (groups.length < 2) return tasks.map((task) => ({ task }));
  return groups.flatMap(([gang, members]) => [
    { gang: gang === "" ? "in no gang" : gang },
    ...members.map((task) => ({ task })),
  ]);
}

interface Props {
  readonly range: { readonly from: number; readonly to: number };
  readonly all: { readonly from: number; readonly to: number };
  readonly width: number;
  readonly rows: readonly GanttRow[];
}

const TOP = 68;
const MARGIN_ROWS = 12;
/** Where "now" stands, no other time does. */
const NOW_ROOM = 62;
const NOW_HALF = 34;

function Gantt({ range, all, width, rows }: Props) {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const onScroll = () => setTop(window.scrollY);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  const { left, row } = layoutFor(width);
  const scale: Scale = { from: range.from, to: range.to, left, width: width - left - 12 };
  const xOf = (at: number) => scale.left + (scale.width * (at - scale.from)) / Math.max(1, scale.to - scale.from);
  const height = TOP + rows.length * row + 16;
  // Only the rows that can be seen are drawn: a plan of a thousand tasks is as quick as one of ten.
  const first = Math.max(0, Math.floor((top - 260) / row) - MARGIN_ROWS);
  const last = first + Math.ceil(window.innerHeight / row) + 2 * MARGIN_ROWS;
  const limits = page.value?.over.limits ?? [];
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={`${rows.filter(({ task }) => task !== undefined).length} tasks from ${clock(range.from)} to ${clock(range.to)}`}
    >
      <Hatches />
      <Strip all={all} range={range} scale={{ ...all, left, width: scale.width }} />
      {limits
        .filter(({ from, until }) => until > range.from && from < range.to)
        .map(({ account, from, until }) => {
          const [x1, x2] = [Math.max(left, xOf(from)), Math.min(left + scale.width, xOf(until))];
          return (
            <g key={`${account}${from}`}>
              <rect class="band-limit" x={x1} y={54} width={Math.max(1, x2 - x1)} height={height - 54} />
              {x2 - x1 > 110 ? (
                <text class="lim" x={x1 + 5} y={TOP - 3}>
                  {x2 - x1 > 190 ? `${account} at its limit until ${clock(until)}` : `${account} until ${clock(until)}`}
                </text>
              ) : null}
            </g>
          );
        })}
      {axisTimes(scale).map((at) => (
        <g key={at}>
          <path class="grid" d={`M${xOf(at)} 54V${height}`} />
          {Math.abs(xOf(at) - xOf(now.value)) < NOW_ROOM ? null : (
            <text class="mid t-num t-faint" x={xOf(at)} y={48}>
              {axisLabel(at, scale)}
            </text>
          )}
        </g>
      ))}
      <Rows rows={rows.slice(first, last)} offset={TOP + first * row} row={row} xOf={xOf} scale={scale} />
      {marked.value !== null && marked.value.at >= range.from && marked.value.at <= range.to ? (
        <path class="marked" d={`M${xOf(marked.value.at)} 54V${height}`} />
      ) : null}
      {now.value <= range.to && now.value >= range.from ? (
        <NowLine x={xOf(now.value)} width={width} height={height} />
      ) : null}
    </svg>
  );
}

function NowLine({ x, width, height }: { x: number; width: number; height: number }) {
  const text = `${isLive.value ? "now" : "then"} ${clock(now.value)}`;
  return (
    <g>
      <path class="nowline" d={`M${x} 52V${height}`} stroke-width="1.5" />
      <g transform={`translate(${Math.min(x, width - NOW_HALF)} 44)`}>
        <rect class="f-ink" x={-NOW_HALF} y="-9" width={2 * NOW_HALF} height="17" rx="4" />
        <text class="mid nowt t-num" y="3.5">
          {text}
        </text>
      </g>
    </g>
  );
}

function Hatches() {
  const of = (id: string, kind: string, size: number, stroke: number, opacity: number) => (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class={kind} d={`M0 0V${size}`} stroke-width={stroke} opacity={opacity} />
    </pattern>
  );
  return (
    <defs>
      {of("hw", "s-wait", 5, 1.6, 0.42)}
      {of("hl", "s-limit", 4, 2.6, 1)}
      {of("hb", "s-back", 4, 2.6, 1)}
      {of("hq", "s-q", 4, 2.6, 1)}
    </defs>
  );
}
