/**
 * Pieces of HTML as values, so that no text can become markup: a template's own words are markup, everything put into it is escaped,
 * but for what was made the same way.
 */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | readonly Html[] | null;

export function html(words: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(words.map((word, at) => `${word}${at < parts.length ? shown(parts[at] ?? null) : ""}`).join(""));
}

function shown(part: Part): string {
  if (part === null) return "";
  if (part instanceof Html) return part.markup;
  if (typeof part === "object") return part.map(({ markup }) => markup).join("");
  return `${part}`.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text with `code` in it, as people write it. */
export function coded(text: string): readonly Html[] {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
