/**
 * Which ids a document downstream cites, and where. A requirement that is merely listed again in an inventory is not cited by it:
 * what counts are stories, tasks and coverage maps. Pure.
 */
import { type Cited, citedIds } from "../ids/cited-ids.ts";
import { leadingId } from "./definitions.ts";
import { type Document, isJson, type Line, type Place } from "./document.ts";

export interface Citation extends Place {
  readonly cited: Cited;
  /** The requirement is repeated here, not worked. */
  readonly isRepeated: boolean;
}

export interface Citations {
  readonly ids: readonly Citation[];
  readonly alls: readonly (Place & { readonly written: string })[];
}

export function citationsIn({ lines, shards }: Document): Citations {
  const json = new Set(shards.filter(isJson).map(({ file }) => file));
  const ids: Citation[] = [];
  const alls: (Place & { written: string })[] = [];
  for (const line of lines) {
    const { ids: cited, all } = citedIds(json.has(line.file) ? line.text.replaceAll('"', " ") : line.text);
    if (all !== null && !json.has(line.file)) alls.push({ file: line.file, line: line.line, written: all });
    const leads = cited.length > 0 && isInventory(line);
    cited.forEach((each, index) => {
      ids.push({ file: line.file, line: line.line, cited: each, isRepeated: leads && index === 0 });
    });
  }
  return { ids, alls };
}

const WORK =
  /\b(?:epics?|stor(?:y|ies)|tasks?|sprints?|phases?|milestones?|user stor(?:y|ies))\b|\b[ES]\d+(?:\.\d+)?\b|épic|epic|épop|histor|エピック|ストーリー|史诗|故事|任务|에픽/iu;
const MAP = /coverage|trace|traceab|mapping|map\b|matri[xz]|cobert|couvert|abdeckung|カバレッジ|追跡|覆盖|追溯/iu;

/** A line that opens with an id and says what it means, outside of any epic, story, task or map. */
function isInventory(line: Line): boolean {
  if (leadingId(line) === null) return false;
  if (line.headings.some((title) => MAP.test(title))) return false;
  const near = line.headings.slice(line.headings.length > 1 ? 1 : 0);
  if (near.some((title) => WORK.test(title) && /\d/.test(title))) return false;
  const rest = line.text.replace(/^[^:|–—→-]*[:|–—→-]/u, "");
  return (
    !/^[\s*_`|]*(?:epics?|stor(?:y|ies)|tasks?|épic\w*|épop\w*|エピック|ストーリー|史诗|에픽|e\d|s\d)\b/iu.test(rest) &&
    !/^\s*\|.*\|\s*\**\s*(?:epics?|stor(?:y|ies)|tasks?)\s*\d/iu.test(line.text)
  );
}
