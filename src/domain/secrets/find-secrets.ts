/**
 * All secrets of well-known kinds in a text, in order and without overlaps, also where they are written with escapes or in
 * UTF-16. The one answer to "what is a secret?" for text of unknown origin: what is journaled, shown, sent and merged.
 */
import { keyBlocksIn } from "./key-blocks.ts";
import { keysIn } from "./key-formats.ts";
import { namedValuesIn } from "./named-values.ts";
import { plainView } from "./plain-view.ts";
import type { Span } from "./span.ts";

export function findSecrets(text: string): readonly Span[] {
  if (text.length < SHORTEST) return NONE;
  const view = plainView(text);
  const written = spansIn(text);
  if (view === null) return merged(written);
  const read = spansIn(view.text).map((span) => ({ ...span, from: view.at(span.from), to: view.at(span.to) }));
  return merged([...written, ...read]);
}

const SHORTEST = 8;
const NONE: readonly Span[] = [];

function spansIn(text: string): readonly Span[] {
  return [...keysIn(text), ...keyBlocksIn(text), ...namedValuesIn(text)];
}

/** The one that begins first counts, the surer where two lie together. */
function merged(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans;
  const inOrder = spans.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const result: Span[] = [];
  for (const span of inOrder) {
    const last = result.at(-1);
    if (last === undefined || span.from >= last.to) {
      result.push(span);
      continue;
    }
    const surer = last.isWeak && !span.isWeak ? span : last;
    result[result.length - 1] = { ...surer, from: last.from, to: Math.max(last.to, span.to) };
  }
  return result;
}
