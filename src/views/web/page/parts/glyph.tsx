/** The glyph of a state: shape first, colour second. */
export type GlyphName =
  | "working"
  | "proving"
  | "merging"
  | "done"
  | "waiting"
  | "backoff"
  | "limit"
  | "question"
  | "failed"
  | "braked"
  | "warned"
  | "sent"
  | "review"
  | "skipped";

export function Glyph({ name, x, y, size }: { name: GlyphName; x?: number; y?: number; size?: number }) {
  const at = x === undefined ? {} : { x, y, width: size ?? 14, height: size ?? 14 };
  return (
    <svg class={`i ${name}`} aria-hidden="true" {...at}>
      <use href={`#${name}`} />
    </svg>
  );
}

/** All of them once, at the top of the page, and the stripes of a fourth to sixth agent. */
export function Sprite() {
  return (
    <svg class="sprite" aria-hidden="true">
      {[1, 2, 3].map((shade) => (
        <pattern key={shade} id={`striped-${shade}`} width="6" height="9" patternUnits="userSpaceOnUse">
          <rect class={`f-a${shade}`} width="6" height="9" />
          <rect class="f-gap" x="4" width="2" height="9" />
        </pattern>
      ))}
      <symbol id="working" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="6" />
        <circle cx="8" cy="8" r="2.6" fill="currentColor" stroke="none" />
      </symbol>
      <symbol id="proving" viewBox="0 0 16 16">
        <path d="M8 1.8 14.2 8 8 14.2 1.8 8Z" />
        <path d="m5.8 8 1.6 1.6 2.9-3" />
      </symbol>
      <symbol id="merging" viewBox="0 0 16 16">
        <path d="M4 2v3.2C4 8 8 8 8 11v3M12 2v3.2C12 8 8 8 8 11" />
      </symbol>
      <symbol id="done" viewBox="0 0 16 16">
        <path d="m3 8.6 3.3 3.3L13 4.6" />
      </symbol>
      <symbol id="waiting" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="5.6" stroke-dasharray="1.5 2.9" />
      </symbol>
      <symbol id="skipped" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="5.6" />
        <path d="M5 8h6" />
      </symbol>
      <symbol id="backoff" viewBox="0 0 16 16">
        <path d="M13.2 8.8A5.4 5.4 0 1 1 11.6 4L13.4 5.6M13.5 2.4v3.3h-3.3" />
      </symbol>
      <symbol id="limit" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="6" />
        <path d="M8 4.4V8l2.3 1.5" />
      </symbol>
      <symbol id="question" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
        <path d="M6.1 6.3c0-1.3.9-2 2-2s2 .8 2 1.8c0 1.5-2 1.5-2 3" class="on-fill" />
        <circle cx="8.1" cy="11.6" r=".95" class="on-fill-dot" stroke="none" />
      </symbol>
      <symbol id="failed" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
        <path d="m5.6 5.6 4.8 4.8M10.4 5.6l-4.8 4.8" class="on-fill" />
      </symbol>
      <symbol id="braked" viewBox="0 0 16 16">
        <path d="M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2Z" fill="currentColor" stroke="none" />
        <path d="M5 8h6" class="on-fill" />
      </symbol>
      <symbol id="warned" viewBox="0 0 16 16">
        <path d="M8 2.2 14.4 13.4H1.6Z" />
        <path d="M8 6.4v3.2M8 11.6v.1" />
      </symbol>
      <symbol id="sent" viewBox="0 0 16 16">
        <path d="M5.6 3 2.6 6l3 3M2.9 6h6.6a3.6 3.6 0 0 1 0 7.2H6" />
      </symbol>
      <symbol id="review" viewBox="0 0 16 16">
        <path d="M3 1.8h6.5L13 5.3v8.9H3Z" />
        <path d="m5.6 9 1.7 1.7 3.2-3.4" />
      </symbol>
    </svg>
  );
}
