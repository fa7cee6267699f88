/** A cause drawn: who failed, what it is, what fixes it, who waits. */
import { Glyph } from "../parts/glyph.tsx";
import { REACHABLE } from "../parts/section.tsx";
import { STATE_WORDS } from "../parts/tally.tsx";
import type { TaskView } from "../types.ts";

const ROWS_MAX = 5;
const GAP = 42;

interface Props {
  readonly cause: string;
  readonly members: readonly TaskView[];
  readonly fix: TaskView | undefined;
  readonly held: readonly string[];
}

export function Flow({ cause, members, fix, held }: Props) {
  const left = members.slice(0, ROWS_MAX);
  const right = held.slice(0, ROWS_MAX);
  const height = Math.max(110, left.length * GAP + 20, right.length * 27 + 40);
  const mid = height / 2;
  const top = mid - (left.length * GAP) / 2 + 5;
  const short = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
  const lines = wrapped(cause);
  const label = `${members.map(({ id }) => id).join(", ")} failed by one cause. ${fix?.id ?? "A fix"} was made for it. It holds ${held.length}.`;
  return (
    <figure class="panel flow" {...REACHABLE}>
      <svg viewBox={`0 0 860 ${height}`} role="img" aria-label={label}>
        <g fill="none" class="axis" stroke-width="1.25">
          {left.map((task, index) => {
            const y = top + index * GAP + 16;
            return <path key={task.id} d={`M164 ${y}C204 ${y} 204 ${mid} 240 ${mid}`} />;
          })}
          <path d={`M440 ${mid}H496M632 ${mid}H${right.length > 0 ? 682 : 632}`} />
        </g>
        {left.map((task, index) => (
          <g key={task.id} transform={`translate(14 ${top + index * GAP})`}>
            <rect class="box" width="150" height="32" rx="6" />
            <Glyph name="failed" x={9} y={9} />
            <text class="t-name" x="30" y="20">
              {short(task.id, 17)}
            </text>
          </g>
        ))}
        <g transform={`translate(240 ${mid - 20 - lines.length * 8})`}>
          <rect class="box cause" width="200" height={40 + lines.length * 16} rx="6" />
          {lines.map((line, index) => (
            <text key={line} class="t-strong big" x="14" y={22 + index * 16}>
              {line}
            </text>
          ))}
          <text x="14" y={24 + lines.length * 16}>
            1 cause, {members.length === 1 ? "1 task" : `${members.length} tasks`}
          </text>
        </g>
        <g transform={`translate(496 ${mid - 24})`}>
          <rect class="box on" width="136" height="48" rx="6" />
          {fix === undefined ? null : <Glyph name={fix.state} x={10} y={9} />}
          <text class="t-name" x="31" y="20">
            {short(fix?.id ?? "", 14)}
          </text>
          <text x="31" y="37">
            {fix === undefined ? "" : STATE_WORDS[fix.state].replace("need you", "needs you")}
          </text>
        </g>
        {right.length === 0 ? null : (
          <g transform={`translate(682 ${mid - (right.length * 27) / 2})`}>
            <text class="t-faint" x="2" y="-4">
              {held.length} wait for it
            </text>
            {right.map((id, index) => (
              <g key={id} transform={`translate(0 ${index * 27})`}>
                <rect class="box wait" width="150" height="22" rx="5" />
                <Glyph name="waiting" x={7} y={5} size={12} />
                <text x="26" y="15">
                  {short(id, 18)}
                </text>
              </g>
            ))}
          </g>
        )}
      </svg>
    </figure>
  );
}

const LINE_MAX = 24;
const LINES_MAX = 3;

/** By words, into no more lines than the box has. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= LINE_MAX) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > LINE_MAX ? `${word.slice(0, LINE_MAX - 1)}…` : word);
  }
  return lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX - 1), `${lines[LINES_MAX - 1]} …`];
}
