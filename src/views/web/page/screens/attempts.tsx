/** The attempts of a task as rows: one bar is one agent process. */
import { clockIn, tokens, usd } from "../format.ts";
import { Glyph, type GlyphName } from "../parts/glyph.tsx";
import { Scroll, Section } from "../parts/section.tsx";
import { now } from "../store.ts";
import type { TaskLine } from "../types.ts";
import { agentClass } from "./gantt.tsx";

const ENDS: Readonly<Record<string, readonly [GlyphName, string]>> = {
  done: ["working", "handed over"],
  verified: ["proving", "proved"],
  merged: ["done", "merged"],
  gate_failed: ["failed", "gate failed"],
  sent_back: ["sent", "sent back"],
  failed: ["failed", "failed"],
  blocked: ["question", "asked"],
  stopped: ["skipped", "stopped"],
  lost: ["backoff", "lost"],
};

export function Attempts({ line }: { line: TaskLine }) {
  const { attempts } = line;
  const from = attempts[0]?.startedAt ?? 0;
  const to = Math.max(from + 1, ...attempts.map(({ endedAt, provedAt }) => provedAt ?? endedAt ?? now.value));
  const xOf = (at: number) => (240 * (at - from)) / (to - from);
  return (
    <Section title="Attempts" about="one bar is one agent process">
      <Scroll label="Attempts">
        <table>
          <thead>
            <tr>
              <th>Attempt</th>
              <th>Agent</th>
              <th class="span">
                {clockIn(from, from, to)} to {clockIn(to, from, to)}
              </th>
              <th class="num">Calls</th>
              <th class="num">Tokens</th>
              <th class="num">Cost</th>
              <th>Ended</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map((attempt) => {
              const end = attempt.endedAt ?? now.value;
              const [glyph, word] =
                attempt.ended === null
                  ? (["working", "at work"] as const)
                  : (ENDS[attempt.ended] ?? ["waiting", attempt.ended]);
              return (
                <tr key={attempt.id}>
                  <td class="nowrap">{attempt.id}</td>
                  <td class="nowrap">
                    {attempt.agent}
                    {attempt.model === null ? "" : ` · ${attempt.model}`}
                  </td>
                  <td>
                    <svg
                      class="lane-bar"
                      viewBox="0 0 240 14"
                      preserveAspectRatio="none"
                      role="img"
                      aria-label={`${clockIn(attempt.startedAt, from, to)} to ${clockIn(end, from, to)}`}
                    >
                      <rect
                        class={agentClass(attempt.agent)}
                        x={xOf(attempt.startedAt)}
                        y="3"
                        width={Math.max(2, xOf(end) - xOf(attempt.startedAt))}
                        height="8"
                        rx="2"
                      />
                      {attempt.provedAt === null ? null : (
                        <rect
                          class="o-proof"
                          x={xOf(end) + 1}
                          y="3.7"
                          width={Math.max(3, xOf(attempt.provedAt) - xOf(end) - 2)}
                          height="6.6"
                          rx="1.5"
                        />
                      )}
                    </svg>
                  </td>
                  <td class="num">{attempt.calls ?? "–"}</td>
                  <td class="num">{tokens(attempt.usage.tokens)}</td>
                  <td class="num">{attempt.usage.usd === undefined ? "–" : usd(attempt.usage.usd)}</td>
                  <td class="nowrap">
                    <Glyph name={glyph} />{" "}
                    {attempt.ended === "failed" ? (attempt.failure?.class.replaceAll("_", " ") ?? word) : word}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
    </Section>
  );
}
