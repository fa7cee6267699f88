/** What was decided about a task, and why. Evidence is folded; the first failure is open, with its telling lines. */
import { clockIn, count } from "../format.ts";
import { Glyph } from "../parts/glyph.tsx";
import { Prose } from "../parts/prose.tsx";
import { Section } from "../parts/section.tsx";
import type { TrailStep } from "../types.ts";

const LINES_MAX = 14;

export function Trail({ steps, known }: { steps: readonly TrailStep[]; known: readonly string[] }) {
  const first = steps.findIndex(({ state, evidence }) => state === "failed" && evidence.length > 0);
  const about = `${count(steps.length, "step")}${first < 0 ? "" : "; the first failure is open"}`;
  return (
    <Section title="What was decided, and why" about={about}>
      <ol class="panel trail">
        {steps.map((step, index) => (
          <Step
            key={`${step.seq}${step.type}${index}`}
            step={step}
            time={clockIn(step.at, steps[0]?.at ?? 0, steps.at(-1)?.at ?? 0)}
            isOpen={index === first}
          />
        ))}
        {steps.length === 0 ? <li class="pad faint">Nothing was decided about it yet.</li> : null}
      </ol>
      {known.map((text) => (
        <p key={text} class="note faint">
          Seen before: {text}
        </p>
      ))}
    </Section>
  );
}

function Step({ step, time, isOpen }: { step: TrailStep; time: string; isOpen: boolean }) {
  const { state, text, by, evidence } = step;
  // A sentence with its reason behind a colon reads as a title and what it rests on.
  const cut = text.length > 90 ? text.search(/[:;] /) : -1;
  const [title, rest] = cut > 0 ? [text.slice(0, cut), text.slice(cut + 2)] : [text, ""];
  return (
    <li class="step" data-row={`${step.seq}`} tabIndex={-1}>
      <time class="faint">{time}</time>
      <Glyph name={state} />
      <div>
        <p>
          <b>
            <Prose text={title.charAt(0).toUpperCase() + title.slice(1)} />
          </b>
        </p>
        {rest === "" ? null : (
          <p class="dim">
            <Prose text={rest} />
          </p>
        )}
        {by === null ? null : <p class="faint">ordered by {by}</p>}
        {evidence.length === 0 ? null : (
          <details open={isOpen}>
            <summary>Evidence: {count(evidence.length, "line")}</summary>
            <pre>
              {evidence.slice(0, LINES_MAX).map((line, index) => (
                <span key={`${index}`} class={lineClass(line)}>
                  {line}
                  {"\n"}
                </span>
              ))}
            </pre>
          </details>
        )}
      </div>
    </li>
  );
}

/** Of a few well-known shapes; everything else is plain. */
function lineClass(line: string): string {
  if (/\b(FAIL|failed|Error|error|panicked|Traceback|Assertion\w*)\b|^E\s|✗|×/i.test(line)) return "bad";
  if (/\b(PASS|passed|ok)\b/.test(line)) return "good";
  return /:\d+(:\d+)?\b/.test(line) ? "here" : "";
}
