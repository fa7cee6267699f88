/** A titled part of a screen, and a panel that may scroll sideways. */
import type { ComponentChildren } from "preact";

export function Section({ title, about, children }: { title: string; about?: string; children: ComponentChildren }) {
  return (
    <section>
      <div class="section">
        <h2>{title}</h2>
        {about === undefined ? null : <span>{about}</span>}
      </div>
      {children}
    </section>
  );
}

/** What scrolls can be reached by keyboard. */
export const REACHABLE = { tabIndex: 0 };

export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="panel scroll" aria-label={label} {...REACHABLE}>
      {children}
    </section>
  );
}
