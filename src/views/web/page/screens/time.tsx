/** Time: a row per task, over the clock. Waits are hatched, work is solid by agent, proof is outlined; marks say what happened. */
import { useEffect, useRef, useState } from "preact/hooks";
import { clock } from "../format.ts";
import { matching } from "../parts/filter.tsx";
import { Frame } from "../parts/frame.tsx";
import { Inspect } from "../parts/inspect.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { isLive, now, page, zoomed } from "../store.ts";
import type { TaskView } from "../types.ts";
import { LEFT, Legend, ROW, Rows, Strip } from "./gantt.tsx";
import { axisLabel, axisTimes, type Scale } from "./scale.ts";

const AHEAD = 0.06;

export function TimeScreen() {
  const shown = page.value;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1100);
  useEffect(() => {
    const measure = () => setWidth(Math.max(560, box.current?.clientWidth ?? 1100));
    measure();
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const over = shown?.over;
  const end = shown?.view.run.endedAt ?? now.value;
  const all = over === undefined ? null : { from: over.from, to: end + Math.max(1_000, (end - over.from) * AHEAD) };
  const range = zoomed.value ?? all;
  return (
    <Frame>
      <RunHead />
      <div class="bar-row">
        <Legend />
      </div>
      <div class="gantt" ref={box}>
        {all === null || range === null || shown === null ? null : (
          <Gantt range={range} all={all} width={width} tasks={inGangs(matching(shown.view.tasks))} />
        )}
      </div>
      <Inspect />
    </Frame>
  );
}

/** Gangs stay together, in the order of the plan. */
function inGangs(tasks: readonly TaskView[]): readonly TaskView[] {
  const groups = Map.groupBy(tasks, ({ gang }) => gang ?? "");
  return [...groups.values()].flat();
}

interface Props {
  readonly range: { readonly from: number; readonly to: number };
  readonly all: { readonly from: number; readonly to: number };
  readonly width: number;
  readonly tasks: readonly TaskView[];
}

const TOP = 68;
const MARGIN_ROWS = 12;

function Gantt({ range, all, width, tasks }: Props) {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const onScroll = () => setTop(window.scrollY);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  const scale: Scale = { from: range.from, to: range.to, left: LEFT, width: width - LEFT - 12 };
  const xOf = (at: number) => scale.left + (scale.width * (at - scale.from)) / Math.max(1, scale.to - scale.from);
  const height = TOP + tasks.length * ROW + 16;
  // Only the rows that can be seen are drawn: a plan of a thousand tasks is as quick as one of ten.
  const first = Math.max(0, Math.floor((top - 260) / ROW) - MARGIN_ROWS);
  const last = first + Math.ceil(window.innerHeight / ROW) + 2 * MARGIN_ROWS;
  const limits = page.value?.over.limits ?? [];
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={`${tasks.length} tasks from ${clock(range.from)} to ${clock(range.to)}`}
    >
      <Hatches />
      <Strip all={all} range={range} scale={{ ...all, left: LEFT, width: scale.width }} />
      {limits
        .filter(({ from, until }) => until > range.from && from < range.to)
        .map(({ account, from, until }) => {
          const [x1, x2] = [Math.max(LEFT, xOf(from)), Math.min(LEFT + scale.width, xOf(until))];
          return (
            <g key={`${account}${from}`}>
              <rect class="band-limit" x={x1} y={54} width={Math.max(1, x2 - x1)} height={height - 54} />
              {x2 - x1 > 60 ? (
                <text class="lim" x={x1 + 5} y={TOP - 3}>
                  {account} at its limit until {clock(until)}
                </text>
              ) : null}
            </g>
          );
        })}
      {axisTimes(scale).map((at) => (
        <g key={at}>
          <path class="grid" d={`M${xOf(at)} 54V${height}`} />
          <text class="mid t-num t-faint" x={xOf(at)} y={48}>
            {axisLabel(at, scale)}
          </text>
        </g>
      ))}
      <Rows tasks={tasks.slice(first, last)} offset={TOP + first * ROW} xOf={xOf} scale={scale} />
      {now.value <= range.to && now.value >= range.from ? <NowLine x={xOf(now.value)} height={height} /> : null}
    </svg>
  );
}

function NowLine({ x, height }: { x: number; height: number }) {
  const text = `${isLive.value ? "now" : "then"} ${clock(now.value)}`;
  return (
    <g>
      <path class="nowline" d={`M${x} 52V${height}`} stroke-width="1.5" />
      <g transform={`translate(${x} 44)`}>
        <rect class="f-ink" x="-32" y="-9" width="64" height="17" rx="4" />
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
