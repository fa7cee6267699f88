/** One page of Markdown as HTML: headings get GitHub's anchors, tables may scroll, links are led to where the page is. Raw HTML stays out. */
import { Marked, type Tokens } from "marked";

export interface Heading {
  /** Empty: the page itself. */
  readonly id: string;
  readonly text: string;
  /** What stands below it, for the search. */
  readonly words: string;
}

export interface Rendered {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

const WORDS_MAX = 1_200;

/** `link`: where a target is found; null: not on the site. */
export function renderPage(markdown: string, link: (target: string) => string | null): Rendered {
  const used = new Map<string, number>();
  const headings: { id: string; text: string; words: string }[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = depth === 1 ? "" : anchorOf(text, used);
        headings.push({ id, text: plain(text), words: "" });
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const mark = depth <= 3 ? `<a class="mark" href="#${id}" aria-label="Link to this section">#</a>` : "";
        return `<h${depth} id="${id}">${inner}${mark}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const target = link(href);
        const inner = this.parser.parseInline(tokens);
        return target === null ? inner : `<a href="${escaped(target)}">${inner}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escaped(link(href) ?? href)}" alt="${escaped(text)}">`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return escaped(text);
      },
    },
  });
  const html = (marked.parse(markdown) as string).replaceAll(
    /<table>[\s\S]*?<\/table>/g,
    (table) => `<div class="wide">${table}</div>`,
  );
  const parts = markdown.split(/^#{1,6} .*$/m).slice(1);
  for (const [place, heading] of headings.entries()) heading.words = plain(parts[place] ?? "").slice(0, WORDS_MAX);
  return { title: headings[0]?.text ?? "Reeve", html, headings };
}

/** As GitHub makes them, so that the same links work there. */
function anchorOf(text: string, used: Map<string, number>): string {
  const id = plain(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
  const times = used.get(id) ?? 0;
  used.set(id, times + 1);
  return times === 0 ? id : `${id}-${times}`;
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*|]|^#+ /gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
