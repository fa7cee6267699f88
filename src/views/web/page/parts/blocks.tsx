/**
 * Text of a document as people read it: tables, lists and fenced code are drawn as such, everything else as it stands. All of
 * it stays text: no markup in it is obeyed, no link followed, no picture fetched.
 */
import { Prose } from "./prose.tsx";
import { REACHABLE } from "./section.tsx";

type Kind = "table" | "list" | "code" | "text";

interface Block {
  readonly kind: Kind;
  readonly lines: readonly string[];
}

export function Blocks({ text }: { text: string }) {
  return (
    <>
      {blocksOf(text).map(({ kind, lines }, index) => {
        const key = `${kind}${index}`;
        if (kind === "table") return <Table key={key} lines={lines} />;
        if (kind === "list") return <List key={key} lines={lines} />;
        if (kind === "code") return <pre key={key}>{lines.join("\n")}</pre>;
        return (
          <p key={key} class="prose">
            <Prose text={lines.join("\n")} />
          </p>
        );
      })}
    </>
  );
}

const FENCE = /^\s*(```|~~~)/;
const ROW = /^\s*\|.*\|\s*$/;
const ITEM = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/;

/** Lines of one kind that follow each other; an empty line ends a block, but not a fence. */
function blocksOf(text: string): readonly Block[] {
  const blocks: { kind: Kind; lines: string[] }[] = [];
  let before: Kind | null = null;
  let isFenced = false;
  for (const line of text.split("\n")) {
    const isFence = FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    const kind: Kind | null = isFenced || isFence ? "code" : kindOf(line, before);
    if (kind !== null && kind !== before) blocks.push({ kind, lines: [] });
    if (kind !== null && !isFence) blocks.at(-1)?.lines.push(line);
    before = kind;
  }
  return blocks.filter(({ lines }) => lines.length > 0);
}

/** What is set in below an item belongs to it. */
function kindOf(line: string, before: Kind | null): Kind | null {
  if (line.trim() === "") return null;
  if (ROW.test(line)) return "table";
  return ITEM.test(line) || (before === "list" && /^\s/.test(line)) ? "list" : "text";
}

const MARK = /^\[([ xX])\]\s+/;

function List({ lines }: { lines: readonly string[] }) {
  const items: { depth: number; text: string }[] = [];
  for (const line of lines) {
    const [, indent = "", text = ""] = ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (ITEM.test(line)) items.push({ depth: Math.min(3, Math.floor(indent.length / 2)), text });
    else if (last !== undefined) last.text += ` ${line.trim()}`;
  }
  return (
    <ul class="points">
      {items.map(({ depth, text }, index) => (
        <li key={`${index}`} class={`d${depth}`}>
          {MARK.test(text) ? <span class="box">{/^\[ \]/.test(text) ? "☐" : "☑"} </span> : null}
          <Prose text={text.replace(MARK, "")} />
        </li>
      ))}
    </ul>
  );
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().slice(1, -1);
  return inner.split(/(?<!\\)\|/).map((each) => each.trim().replaceAll("\\|", "|"));
}

function Table({ lines }: { lines: readonly string[] }) {
  const [head = [], ...body] = lines.filter((line) => !/^\s*\|[\s|:-]+\|\s*$/.test(line)).map(cellsOf);
  return (
    <section class="scroll" aria-label="Table" {...REACHABLE}>
      <table>
        <thead>
          <tr>
            {head.map((each, index) => (
              <th key={`${index}`}>{each}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, at) => (
            <tr key={`${at}`}>
              {row.map((each, index) => (
                <td key={`${index}`}>
                  <Prose text={each} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
