/** Tree: who supervises whom, by which strategy, and how many of the allowed restarts are used. */
import { span } from "../format.ts";
import { Frame } from "../parts/frame.tsx";
import { Glyph, type GlyphName } from "../parts/glyph.tsx";
import { RunHead } from "../parts/run-head.tsx";
import { Scroll } from "../parts/section.tsx";
import { address, now, page, select } from "../store.ts";
import type { TreeView } from "../types.ts";

export function TreeScreen() {
  const tree = page.value?.view.tree ?? null;
  return (
    <Frame>
      <RunHead />
      <div class="section">
        <h2>Supervision</h2>
        <span>a supervisor that uses up its restarts within its window gives up, and its own supervisor decides</span>
      </div>
      {tree === null ? (
        <p class="faint">No tree is planted: nothing works on this run at this moment.</p>
      ) : (
        <Scroll label="Supervision">
          <table class="tree">
            <thead>
              <tr>
                <th>Supervisor or worker</th>
                <th>Strategy</th>
                <th>Restarts used</th>
                <th class="num">Starts</th>
                <th>State</th>
              </tr>
            </thead>
            <tbody>{rowsOf(tree, 0)}</tbody>
          </table>
        </Scroll>
      )}
    </Frame>
  );
}

const CHILDREN_MAX = 60;

/** A small supervisor with its one worker is one row: what is restarted, and how often it may be. */
function joined(node: TreeView): TreeView {
  const [only, ...others] = node.children;
  if (node.supervisor === null || only === undefined || others.length > 0 || only.kind !== "worker") return node;
  return { ...only, path: node.path, supervisor: node.supervisor, children: [] };
}

function rowsOf(given: TreeView, depth: number): preact.JSX.Element[] {
  const node = joined(given);
  const children = node.children.slice(0, CHILDREN_MAX);
  const more = node.children.length - children.length;
  return [
    <Row key={node.path} node={node} depth={depth} />,
    ...children.flatMap((child) => rowsOf(child, depth + 1)),
    ...(more > 0
      ? [
          <tr key={`${node.path}more`}>
            <td class="faint" colSpan={5}>
              and {more} more below {node.name}
            </td>
          </tr>,
        ]
      : []),
  ];
}

const GLYPHS: Readonly<Record<TreeView["state"], GlyphName>> = {
  running: "working",
  starting: "working",
  restarting: "backoff",
  stopping: "skipped",
  stopped: "waiting",
  ended: "skipped",
};

/** What a name says to somebody who has not read the pages. */
const ABOUT: Readonly<Record<string, string>> = {
  project: "the run itself",
  crew: "one small supervisor per task at work",
  drones: "the same, for cheap tasks",
  advisors: "who is asked for advice",
  gangs: "tasks with a strategy of their own",
  monitors: "health, budget, hygiene, violations",
  lead: "hands out the plan",
};

function Row({ node, depth }: { node: TreeView; depth: number }) {
  const { supervisor, name, state, starts, due } = node;
  const task = page.value?.view.tasks.find(({ id }) => id === name || id === name.replace(/#.*$/, ""));
  return (
    <tr data-row={node.path} tabIndex={-1} onFocus={() => select(task?.id ?? null)}>
      <td class="nowrap">
        <span class={`indent d${Math.min(6, depth)}`} />
        <Glyph name={GLYPHS[state]} />{" "}
        {task === undefined ? <b>{name}</b> : <a href={address("task", { task: task.id })}>{name}</a>}
        {ABOUT[name] === undefined ? null : <span class="faint about">{ABOUT[name]}</span>}
      </td>
      <td class="dim nowrap">{supervisor?.strategy.replaceAll("_", " ") ?? ""}</td>
      <td class="dim nowrap">{supervisor === null ? null : <Restarts of={supervisor} />}</td>
      <td class="num dim">{starts > 0 && node.kind === "worker" ? starts : ""}</td>
      <td class="dim nowrap">{due === null ? state : `restarts in ${span(due - now.value)}`}</td>
    </tr>
  );
}

function Restarts({ of }: { of: NonNullable<TreeView["supervisor"]> }) {
  if (of.allowed === 0) return <>none allowed</>;
  return (
    <span class="restarts">
      <Used used={of.restarts} allowed={of.allowed} />
      {of.allowed === "unlimited" ? of.restarts : `${of.restarts} of ${of.allowed} in ${span(of.withinS * 1_000)}`}
    </span>
  );
}

const CELLS_MAX = 12;

/** A cell per restart that is allowed. */
function Used({ used, allowed }: { used: number; allowed: number | "unlimited" }) {
  if (allowed === "unlimited") return <span class="faint">unlimited</span>;
  const cells = Math.min(allowed, CELLS_MAX);
  return (
    <div class="tally small" role="img" aria-label={`${used} of ${allowed} restarts used`}>
      {Array.from({ length: cells }, (_, index) => (
        <i key={`${index}`} class={index < used ? (used >= allowed ? "failed" : "backoff") : "none"} />
      ))}
    </div>
  );
}
