/** The rows of the time screen, its legend, and the strip of agents at work that is dragged to zoom. */
import { computed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { clock, count } from "../format.ts";
import { Glyph } from "../parts/glyph.tsx";
import { address, chosen, isLive, now, page, select, zoomed } from "../store.ts";
import type { TaskLine, TaskView } from "../types.ts";
import { shownMarks } from "./marks.ts";
import type { Scale } from "./scale.ts";

const NARROW = 560;

/** Room for names, and how high a row is: on a phone a finger has to find it. */
export function layoutFor(width: number): { readonly left: number; readonly row: number } {
  return width < NARROW ? { left: 116, row: 28 } : { left: 172, row: 17 };
}

type X = (at: number) => number;

const SHADES = 6;

const agents = computed(() => [...new Set((page.value?.view.tasks ?? []).map(({ agent }) => agent))]);

const PLAIN = 3;
/** In less no stripe can be seen. */
const STRIPE_MIN = 8;

/** Agents are shades of working, the next three striped; more than six begin again, and only their names tell them apart. */
export function agentClass(agent: string, width = STRIPE_MIN): string {
  return `f-a${(Math.max(0, agents.value.indexOf(agent)) % (width < STRIPE_MIN ? PLAIN : SHADES)) + 1}`;
}

/** A task, or the name of the gang that follows. */
export type GanttRow =
  | { readonly task: TaskView; readonly gang?: undefined }
  | { readonly gang: string; readonly task?: undefined };

export function Rows(props: { rows: readonly GanttRow[]; offset: number; row: number; xOf: X; scale: Scale }) {
  const { rows, offset, row, xOf, scale } = props;
  const lines = page.value?.over.lines ?? {};
  return (
    <>
      {rows.map(({ task, gang }, index) => {
        const y = offset + index * row;
        if (task === undefined)
          return <GangName key={`gang ${gang}`} name={gang} y={y} width={scale.left + scale.width} />;
        return <Row key={task.id} task={task} line={lines[task.id]} y={y} row={row} xOf={xOf} scale={scale} />;
      })}
    </>
  );
}

function GangName({ name, y, width }: { name: string; y: number; width: number }) {
  return (
    <g>
      <path class="grid" d={`M0 ${y - 1}H${width}`} />
      <text class="t-faint" x="4" y={y + 12}>
        {name}
      </text>
    </g>
  );
}

function Row({
  task,
  line,
  y,
  row,
  xOf,
  scale,
}: {
  task: TaskView;
  line: TaskLine | undefined;
  y: number;
  row: number;
  xOf: X;
  scale: Scale;
}) {
  const isOn = chosen.value?.id === task.id;
  const letters = Math.floor(scale.left / 8);
  const [min, max] = [scale.left, scale.left + scale.width];
  const clamp = (x: number) => Math.min(max, Math.max(min, x));
  return (
    <a
      class="row"
      href={address("task", { task: task.id })}
      data-row={task.id}
      aria-label={`${task.id}: ${task.state}`}
      onFocus={() => select(task.id)}
      onPointerEnter={() => select(task.id)}
    >
      <rect
        class={isOn ? "f-selected" : "f-none hit"}
        x="0"
        y={y - 1 - (row - 17) / 2}
        width={max}
        height={row}
        rx="3"
      />
      <Glyph name={task.state} x={4} y={y + 1} size={13} />
      <text class="t-name" x="23" y={y + 12}>
        {task.id.length > letters ? `${task.id.slice(0, letters - 1)}…` : task.id}
      </text>
      {(line?.spans ?? []).map((span) => {
        const [x1, x2] = [clamp(xOf(span.from)), clamp(xOf(span.to ?? Math.max(now.value, span.from)))];
        if (x2 <= min || x1 >= max) return null;
        const width = Math.max(1.5, x2 - x1);
        return (
          <SpanBar key={`${span.kind}${span.from}`} kind={span.kind} agent={task.agent} x={x1} y={y} width={width} />
        );
      })}
      {shownMarks(line)
        .filter(({ at }) => xOf(at) >= min && xOf(at) <= max)
        .map(({ kind, at, seq }) => (
          <MarkView key={`${kind}${seq}`} kind={kind} at={at} x={xOf(at)} y={y + 7} />
        ))}
    </a>
  );
}

const HATCH: Readonly<Record<string, string>> = {
  wait: "url(#hw)",
  limit: "url(#hl)",
  backoff: "url(#hb)",
  you: "url(#hq)",
};

function SpanBar({ kind, agent, x, y, width }: { kind: string; agent: string; x: number; y: number; width: number }) {
  if (kind === "work") return <rect class={agentClass(agent, width)} x={x} y={y + 3} width={width} height="9" rx="2" />;
  if (kind === "proof")
    return <rect class="o-proof" x={x + 0.75} y={y + 3.75} width={Math.max(2, width - 1.5)} height="7.5" rx="1.5" />;
  const thin = kind === "wait";
  return <rect fill={HATCH[kind] ?? ""} x={x} y={y + (thin ? 5 : 3)} width={width} height={thin ? 5 : 9} />;
}

function MarkView({ kind, at, x, y }: { kind: string; at: number; x: number; y: number }) {
  return (
    <g transform={`translate(${x.toFixed(1)} ${y})`}>
      <title>
        {clock(at)} {kind.replace("_", " ")}
      </title>
      <MarkShape kind={kind} />
    </g>
  );
}

function MarkShape({ kind }: { kind: string }) {
  const halo = <circle r="5.5" class="halo" />;
  switch (kind) {
    case "failed":
      return (
        <>
          {halo}
          <path class="s-fail" d="m-3-3 6 6m0-6-6 6" stroke-width="1.7" stroke-linecap="round" />
        </>
      );
    case "gave_up":
      return (
        <>
          <circle r="5.5" class="f-failed" />
          <path d="m-2-2 4 4m0-4-4 4" class="on-fill" stroke-width="1.4" />
        </>
      );
    case "restart":
      return (
        <>
          {halo}
          <path class="s-back" fill="none" d="M3.2.6A3.3 3.3 0 1 1 2.2-2.4L3.3-1.4M3.4-3.4v2h-2" stroke-width="1.3" />
        </>
      );
    case "merged":
      return (
        <>
          {halo}
          <path
            class="s-done"
            d="m-3.2.2 2.2 2.2L3.4-2.8"
            fill="none"
            stroke-width="1.8"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </>
      );
    case "question":
      return (
        <>
          <circle r="5.5" class="f-question" />
          <text class="mid q" y="3.2">
            ?
          </text>
        </>
      );
    case "sent_back":
      return (
        <>
          {halo}
          <path
            class="s-merging"
            d="M-1-3.4-3.6-.8l2.6 2.6M-3.4-.8h4a2 2 0 0 1 0 4H-.6"
            fill="none"
            stroke-width="1.3"
          />
        </>
      );
    default:
      return (
        <>
          {halo}
          <path class="f-ink" d="M0-3.6 3.6 0 0 3.6-3.6 0Z" />
        </>
      );
  }
}

export function Legend() {
  const box = (fill: string, text: string) => (
    <span key={text}>
      <svg viewBox="0 0 22 12" aria-hidden="true">
        {fill.startsWith("url") ? (
          <rect fill={fill} y="2" width="22" height="8" />
        ) : (
          <rect class={fill} x="1" y="2" width="20" height="8" rx="2" />
        )}
      </svg>
      {text}
    </span>
  );
  const mark = (kind: string, text: string) => (
    <span key={text}>
      <svg class="mark" viewBox="-6 -6 12 12" aria-hidden="true">
        <MarkShape kind={kind} />
      </svg>
      {text}
    </span>
  );
  return (
    <div class="legend">
      {agents.value.slice(0, SHADES).map((agent) => box(agentClass(agent), agent))}
      {agents.value.length > SHADES ? <span>and {count(agents.value.length - SHADES, "more agent")}</span> : null}
      {box("o-proof", "proof")}
      {box("url(#hw)", "waits")}
      {box("url(#hl)", "for a limit")}
      {box("url(#hb)", "to restart")}
      {box("url(#hq)", "for you")}
      {mark("decision", "decision")}
      {mark("restart", "restart")}
      {mark("failed", "failure")}
      {mark("merged", "merged")}
    </div>
  );
}

const BUCKETS = 120;

interface StripProps {
  readonly all: { readonly from: number; readonly to: number };
  readonly range: { readonly from: number; readonly to: number };
  readonly scale: Scale;
}

/** Agents at work over the whole run; dragging over it zooms, a double click shows all again. The keys + and − do the same. */
export function Strip(props: StripProps) {
  const { all, range, scale } = props;
  const area = useRef<SVGGElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => dragToZoom(area.current, latest), []);
  const xOf = (at: number) => scale.left + (scale.width * (at - all.from)) / Math.max(1, all.to - all.from);
  const forecast = isLive.value ? (page.value?.over.forecast ?? null) : null;
  const [x, width] = [xOf(range.from), Math.max(2, xOf(range.to) - xOf(range.from))];
  return (
    <g class="strip-area" ref={area}>
      <rect class="f-surface grid" x={scale.left} y="2" width={scale.width} height="30" rx="4" />
      <path class="f-working" opacity=".75" d={workers(all, scale)} />
      {(page.value?.over.limits ?? []).map(({ account, from, until }) => (
        <rect
          key={`${account}${from}`}
          class="band-limit"
          x={xOf(Math.min(from, all.to))}
          y="3"
          width={Math.max(0, xOf(Math.min(until, all.to)) - xOf(Math.min(from, all.to)))}
          height="28"
        />
      ))}
      <rect class="f-ink" opacity=".06" x={x} y="1" width={width} height="32" rx="4" />
      <rect fill="none" class="s-ink" x={x} y="1" width={width} height="32" rx="4" />
      <text class="t-faint" x="0" y="14">
        Agents at work
      </text>
      <text class="t-faint" x="0" y="28">
        Drag to zoom
      </text>
      {forecast === null ? null : (
        <text class="t-faint end halo-text" x={scale.left + scale.width - 6} y="14">
          end, about {clock(forecast.at)}
          {forecast.waitsForYou ? ", if you answer now" : ""}
        </text>
      )}
    </g>
  );
}

const DRAG_MIN = 0.01;

function dragToZoom(area: SVGGElement | null, latest: { readonly current: StripProps }): (() => void) | undefined {
  if (area === null) return undefined;
  let begun: number | null = null;
  const atOf = (event: PointerEvent) => {
    const { all, scale } = latest.current;
    const left = area.ownerSVGElement?.getBoundingClientRect().left ?? 0;
    return all.from + ((event.clientX - left - scale.left) / scale.width) * (all.to - all.from);
  };
  const down = (event: PointerEvent) => {
    begun = atOf(event);
  };
  const move = (event: PointerEvent) => {
    const { all } = latest.current;
    const at = atOf(event);
    if (begun === null || event.buttons !== 1 || Math.abs(at - begun) < (all.to - all.from) * DRAG_MIN) return;
    zoomed.value = { from: Math.max(all.from, Math.min(begun, at)), to: Math.min(all.to, Math.max(begun, at)) };
  };
  const all = () => {
    zoomed.value = null;
  };
  area.addEventListener("pointerdown", down);
  area.addEventListener("pointermove", move);
  area.addEventListener("dblclick", all);
  return () => {
    area.removeEventListener("pointerdown", down);
    area.removeEventListener("pointermove", move);
    area.removeEventListener("dblclick", all);
  };
}

function workers(all: { from: number; to: number }, scale: Scale): string {
  const lines = Object.values(page.value?.over.lines ?? {});
  const counts = new Array<number>(BUCKETS + 1).fill(0);
  const step = (all.to - all.from) / BUCKETS;
  for (const line of lines)
    for (const { kind, from, to } of line?.spans ?? []) {
      if (kind !== "work") continue;
      const last = Math.min(BUCKETS, Math.floor(((to ?? now.value) - all.from) / step));
      for (let i = Math.max(0, Math.floor((from - all.from) / step)); i <= last; i += 1)
        counts[i] = (counts[i] ?? 0) + 1;
    }
  const most = Math.max(1, ...counts);
  const points = counts.map(
    (n, i) => `L${(scale.left + (scale.width * i) / BUCKETS).toFixed(1)} ${(31 - (26 * n) / most).toFixed(1)}`,
  );
  return `M${scale.left} 31${points.join("")}V31Z`;
}
