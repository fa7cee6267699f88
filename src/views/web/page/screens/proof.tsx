/** What proves a task: the gates Reeve ran on its commit, its receipt, and what it changed. */
import { count, short } from "../format.ts";
import { copy } from "../orders.ts";
import { Glyph, type GlyphName } from "../parts/glyph.tsx";
import { Scroll, Section } from "../parts/section.tsx";
import { page, place } from "../store.ts";
import type { GateResult, TaskPage } from "../types.ts";

const GLYPHS: Readonly<Record<GateResult["verdict"], GlyphName>> = {
  passed: "done",
  warned: "warned",
  failed: "failed",
  skipped: "skipped",
};

export function Gates({ loaded }: { loaded: TaskPage }) {
  const { gates, merged, receipt } = loaded;
  if (gates.length === 0) return null;
  // What passed without a command is one row; people want to see what ran.
  const plain = gates.filter(({ verdict, ran }) => verdict === "passed" && ran === undefined);
  const told = gates.filter((gate) => !plain.includes(gate));
  return (
    <Section title="Receipt" about="Reeve ran it on this commit">
      <Scroll label="Gates">
        <table class="gates">
          <tbody>
            {plain.length === 0 ? null : (
              <tr>
                <td>
                  <Glyph name="done" />
                </td>
                <td>built-in</td>
                <td>
                  <span class="dim">{plain.map(({ name }) => name).join(", ")}</span>
                </td>
                <td class="num dim" />
              </tr>
            )}
            {told.map((gate, index) => (
              <GateRow key={`${gate.name}${index}`} gate={gate} label={gate.gate} />
            ))}
            {merged
              .filter(({ ran }) => ran !== undefined)
              .map((gate, index) => (
                <GateRow key={`m${gate.name}${index}`} gate={gate} label="merged whole" />
              ))}
          </tbody>
        </table>
        <Sealed loaded={loaded} />
        {receipt === null ? null : (
          <div class="pad">
            <button
              type="button"
              class="act"
              onClick={() => copy(`reeve verify ${place.value.run} --task ${loaded.id}`)}
            >
              <b>Verify</b>
              <code>{`reeve verify ${place.value.run} --task ${loaded.id}`}</code>
            </button>
          </div>
        )}
      </Scroll>
    </Section>
  );
}

function GateRow({ gate, label }: { gate: GateResult; label: string }) {
  const took = gate.tookMs < 100 ? "" : `${(gate.tookMs / 1_000).toFixed(gate.tookMs < 10_000 ? 1 : 0)} s`;
  const isPlain = gate.verdict === "passed" && gate.ran !== undefined;
  return (
    <tr>
      <td>
        <Glyph name={GLYPHS[gate.verdict]} />
        <span class="sr">{gate.verdict}</span>
      </td>
      <td>{label}</td>
      <td>
        <code>{gate.ran?.command ?? gate.name}</code>
        {isPlain ? null : <span class="dim">{gate.message}</span>}
      </td>
      <td class="num dim">{took}</td>
    </tr>
  );
}

function Sealed({ loaded }: { loaded: TaskPage }) {
  const branch = page.value?.view.integration?.branch;
  const base = page.value?.view.integration?.base.commit ?? null;
  return (
    <dl class="kv">
      <dt>commit</dt>
      <dd>
        {loaded.commit === null ? "none" : <code>{short(loaded.commit)}</code>}
        {branch === undefined ? null : (
          <>
            {" "}
            on <code>{branch}</code>
          </>
        )}
      </dd>
      {base === null ? null : <dt>base</dt>}
      {base === null ? null : (
        <dd>
          <code>{short(base)}</code>
        </dd>
      )}
      {loaded.receipt === null ? null : <dt>receipt</dt>}
      {loaded.receipt === null ? null : (
        <dd>
          <code>{short(loaded.receipt.hash.replace("sha256:", ""))}</code>, number {loaded.receipt.number}
        </dd>
      )}
    </dl>
  );
}

const FILES_MAX = 14;

export function Changed({ changed }: { changed: NonNullable<TaskPage["changed"]> }) {
  const { created, modified, deleted, files, insertions, deletions } = changed;
  const rows = [
    ...created.map((file) => ({ file, how: "new", kind: "done" })),
    ...modified.map((file) => ({ file, how: "changed", kind: "" })),
    ...deleted.map((file) => ({ file, how: "gone", kind: "failed" })),
  ];
  if (rows.length === 0) return null;
  const more = files - Math.min(rows.length, FILES_MAX);
  return (
    <Section title="Changed" about={`${count(files, "file")} +${insertions} −${deletions}`}>
      <Scroll label="Changed files">
        <table class="files">
          <tbody>
            {rows.slice(0, FILES_MAX).map(({ file, how, kind }) => (
              <tr key={file}>
                <td>
                  <code>{file}</code>
                </td>
                <td class={`num ${kind}`}>{how}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {more > 0 ? <p class="faint pad">and {more} more</p> : null}
      </Scroll>
    </Section>
  );
}
