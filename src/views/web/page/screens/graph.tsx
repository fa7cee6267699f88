/** Graph: what depends on what. What the selected task holds is drawn in its colour. */
import { heldBehind } from "../../../model/attention-row.ts";
import { type GraphBox, type TaskGraph, taskGraph } from "../../../model/graph.ts";
import { Filter, matching } from "../parts/filter.tsx";
import { Frame } from "../parts/frame.tsx";
import { Glyph } from "../parts/glyph.tsx";
import { Inspect } from "../parts/inspect.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { address, chosen, page, select } from "../store.ts";
import { unfold, unfolded } from "./fold.ts";

const WIDTH = 148;
const STEP_X = 196;
const STEP_Y = 44;

export function GraphScreen() {
  const shown = page.value;
  const graph = taskGraph(matching(shown?.view.tasks ?? []), unfolded.value);
  return (
    <Frame>
      <RunHead />
      <div class="bar-row">
        <Filter />
        <div class="legend">
          <Line kind="" text="depends on" />
          <Line kind="fix" text="waits for a fix" />
          <Line kind="hot" text="held by the selected task" />
          <span class="faint">Done gangs are folded; above 150 tasks so are levels and all that is done.</span>
        </div>
      </div>
      <div class="pic graph">
        <Drawing graph={graph} />
      </div>
      <Inspect />
    </Frame>
  );
}

function Line({ kind, text }: { kind: string; text: string }) {
  return (
    <span>
      <svg viewBox="0 0 22 12" aria-hidden="true">
        <path class={`e ${kind}`} d="M0 6h22" fill="none" />
      </svg>
      {text}
    </span>
  );
}

function Drawing({ graph }: { graph: TaskGraph }) {
  const { boxes, edges, layers } = graph;
  const at = new Map(boxes.map((box) => [box.id, { x: 4 + box.layer * STEP_X, y: 8 + box.place * STEP_Y }]));
  const height = 30 + Math.max(0, ...boxes.map(({ place }) => place)) * STEP_Y + 24;
  const held = new Set(
    chosen.value === undefined || page.value === null ? [] : heldBehind(page.value.view, [chosen.value.id]),
  );
  const isHot = (from: string, to: string) => (from === chosen.value?.id || held.has(from)) && held.has(to);
  return (
    <svg
      width={layers * STEP_X}
      height={height}
      viewBox={`0 0 ${layers * STEP_X} ${height}`}
      aria-label={`${boxes.length} boxes in ${layers} layers`}
    >
      <g fill="none">
        {edges.map(({ from, to, kind }) => {
          const [a, b] = [at.get(from), at.get(to)];
          if (!a || !b) return null;
          const [x1, y1, x2, y2] = [a.x + WIDTH, a.y + 15, b.x, b.y + 15];
          const mid = (x1 + x2) / 2;
          const hot = isHot(from, to) ? "hot" : kind === "fix" ? "fix" : "";
          return (
            <path key={`${from} ${to}`} class={`e ${hot}`} d={`M${x1} ${y1}C${mid} ${y1} ${mid} ${y2} ${x2} ${y2}`} />
          );
        })}
      </g>
      {boxes.map((box) => (
        <Box
          key={box.id}
          box={box}
          at={at.get(box.id) ?? { x: 0, y: 0 }}
          isHot={box.tasks.some((id) => held.has(id))}
        />
      ))}
    </svg>
  );
}

const LABEL_MAX = 17;

/** The name is cut, how many it stands for is not. */
function shortLabel(label: string): string {
  const [, name = label, many = ""] = /^(.*)(, \d+ \w+)$/.exec(label) ?? [];
  return label.length > LABEL_MAX ? `${name.slice(0, Math.max(4, LABEL_MAX - 1 - many.length))}…${many}` : label;
}

function Box({ box, at, isHot }: { box: GraphBox; at: { x: number; y: number }; isHot: boolean }) {
  const isFold = box.tasks.length > 1;
  const isOn = box.tasks.includes(chosen.value?.id ?? "");
  const open = (event: Event) => {
    event.preventDefault();
    unfold(box.id);
  };
  const label = shortLabel(box.label);
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <a
        class={`n ${box.state}${isOn ? " on" : ""}${isHot ? " hot" : ""}`}
        href={isFold ? "#unfold" : address("task", { task: box.id })}
        onClick={isFold ? open : undefined}
        data-row={box.tasks[0]}
        onFocus={() => select(box.tasks[0] ?? null)}
        onPointerEnter={() => (isFold ? undefined : select(box.id))}
      >
        <title>
          {box.label}: {box.state}
        </title>
        {isFold ? <rect x="4" y="-4" width={WIDTH} height="30" rx="6" /> : null}
        <rect width={WIDTH} height="30" rx="6" />
        <Glyph name={box.state} x={8} y={8} />
        <text class="t-name" x="28" y="19">
          {label}
        </text>
      </a>
    </g>
  );
}
