/** How the report looks: one style sheet and the signs of states, both inside the page, so that it loads nothing. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper:       light-dark(#fafaf9, #0f1012);
  --surface:     light-dark(#ffffff, #16181b);
  --sunken:      light-dark(#f3f3f1, #0b0c0d);
  --hover:       light-dark(#eeeeeb, #1d2024);
  --selected:    light-dark(#e9e9e5, #24272c);
  --line:        light-dark(#e5e5e1, #25282c);
  --line-strong: light-dark(#cfcfca, #3b3f45);
  --ink:         light-dark(#1a1a19, #ededee);
  --ink-2:       light-dark(#505156, #adb0b6);
  --ink-3:       light-dark(#66676c, #8f939a);
  --ink-inverse: light-dark(#ffffff, #121315);
  --focus:       light-dark(#1a1a19, #ededee);
  --working:  light-dark(#1d5bc9, #82b1ff);  --working-tint:  light-dark(#eaf1fd, #15233b);  --working-fill:  light-dark(#3f7eea, #5b93f0);
  --proving:  light-dark(#7438c0, #c4a3ff);  --proving-tint:  light-dark(#f3edfc, #231b36);  --proving-fill:  light-dark(#9562dc, #a883ee);
  --merging:  light-dark(#0b6a7b, #62d0de);  --merging-tint:  light-dark(#e2f3f5, #0e292e);  --merging-fill:  light-dark(#1d93a6, #35b0c1);
  --done:     light-dark(#1a6e3d, #70d294);  --done-tint:     light-dark(#e6f4eb, #11281a);  --done-fill:     light-dark(#35945c, #3f9e66);
  --waiting:  light-dark(#5f6167, #9a9ea6);  --waiting-tint:  light-dark(#efefec, #1d2023);  --waiting-fill:  light-dark(#8f9197, #6c7078);
  --backoff:  light-dark(#8a5600, #e9b04f);  --backoff-tint:  light-dark(#fbf1dc, #2b210d);  --backoff-fill:  light-dark(#c07d0b, #c58d2e);
  --limit:    light-dark(#66600c, #cdc566);  --limit-tint:    light-dark(#f3f1d8, #25230f);  --limit-fill:    light-dark(#8f8723, #99923c);
  --question: light-dark(#ad1f6a, #ff92c6);  --question-tint: light-dark(#fceaf3, #331626);  --question-fill: light-dark(#d23f8b, #e468a7);
  --failed:   light-dark(#bb271d, #ff8f83);  --failed-tint:   light-dark(#fcebe9, #351714);  --failed-fill:   light-dark(#d9473b, #e5604f);
  --braked:   light-dark(#8c1111, #ffb3ab);  --braked-tint:   light-dark(#fbe4e1, #4a1311);  --braked-fill:   light-dark(#8c1111, #c22b22);
  --on-fill:  light-dark(#ffffff, #0d0e10);
  --agent-1: light-dark(#2b67d6, #7fadff);
  --agent-2: light-dark(#86aef3, #3f70c4);
  --agent-3: light-dark(#173f8c, #bdd5ff);
  --sans: -apple-system, "Segoe UI Variable Text", "Segoe UI", Inter, Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, "Cascadia Mono", Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
  --t-11: 0.6875rem;
  --t-12: 0.75rem;
  --t-13: 0.8125rem;
  --t-15: 0.9375rem;
  --t-18: 1.125rem;
  --t-24: 1.5rem;
  --lead: 1.5;
  --lead-tight: 1.25;
  --regular: 400;
  --medium: 500;
  --strong: 600;
  --s-1: 4px;  --s-2: 8px;  --s-3: 12px;  --s-4: 16px;  --s-5: 24px;  --s-6: 32px;  --s-7: 48px;
  --row: 28px;
  --touch: 44px;
  --r-1: 3px;  --r-2: 6px;  --r-3: 10px;
  --shadow: 0 1px 2px light-dark(rgb(20 20 18 / .06), rgb(0 0 0 / .5)), 0 8px 24px light-dark(rgb(20 20 18 / .10), rgb(0 0 0 / .45));
  --quick: 120ms;
  --calm: 200ms;
  --ease: cubic-bezier(.2, 0, 0, 1);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"]  { color-scheme: dark; }
@media (prefers-reduced-motion: reduce) { :root { --quick: 0ms; --calm: 0ms; } }
* { box-sizing: border-box; } body, h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; } ul, ol { list-style: none; }
html { background: var(--paper); color: var(--ink); font: 400 15px/1.55 var(--sans); font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
main { max-width: 768px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -.02em; text-wrap: balance; } h1 span { display: block; } h2 { font-size: 18px; letter-spacing: -.01em; margin: 44px 0 12px; } h3 { font-size: 15px; line-height: 1.4; }
code.line { white-space: pre-wrap; }
.meta, .small { color: var(--ink-3); font-size: 13px; } .dim { color: var(--ink-2); }
.brand { display: flex; align-items: center; gap: 8px; font-weight: 600; margin-bottom: 28px; } .brand svg { width: 20px; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; fill: none; } .brand span { margin-left: auto; font-weight: 400; }
.lede { font-size: 17px; color: var(--ink-2); margin: 10px 0 22px; text-wrap: pretty; } .lede b { color: var(--ink); font-weight: 600; }
.four { display: grid; grid-template-columns: repeat(4, 1fr); border: 1px solid var(--line); border-radius: 10px; background: var(--surface); margin-top: 14px; } .four div { padding: 12px 16px; } .four div + div { border-left: 1px solid var(--line); } .four b { display: block; font-size: 20px; line-height: 1.3; letter-spacing: -.01em; } .four span { color: var(--ink-2); font-size: 13px; }
.tally { display: flex; gap: 2px; height: 12px; } .tally i { flex: 1; border-radius: 2px; }
.tally .working { background: var(--working-fill); } .tally .merging { background: var(--merging-fill); } .tally .done { background: var(--done-fill); } .tally .backoff { background: var(--backoff-fill); } .tally .limit { background: var(--limit-fill); } .tally .question { background: var(--question-fill); } .tally .failed { background: var(--failed-fill); } .tally .proving { box-shadow: inset 0 0 0 2px var(--proving-fill); } .tally .waiting { background: repeating-linear-gradient(135deg, var(--waiting-fill) 0 1px, transparent 1px 4px); box-shadow: inset 0 0 0 1px var(--line-strong); }
.i { width: 17px; height: 17px; flex: none; vertical-align: -3px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.done { color: var(--done); } .question { color: var(--question); } .failed { color: var(--failed); } .warned { color: var(--backoff); } .sent { color: var(--merging); } .limit { color: var(--limit); }
.card { display: grid; grid-template-columns: 17px minmax(0, 1fr); gap: 4px 12px; padding: 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; } .card + .card { margin-top: 10px; } .card > .i { margin-top: 2px; } .card > * { grid-column: 2; } .card > .i { grid-column: 1; } .card p { color: var(--ink-2); text-wrap: pretty; } .card p b { color: var(--ink); font-weight: 600; }
.cmd { display: block; width: fit-content; max-width: 100%; margin-top: 6px; padding: 5px 10px; font: 12.5px/1.5 var(--mono); background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; overflow-wrap: anywhere; }
code { font-family: var(--mono); font-size: .88em; }
.after { margin-top: 10px; }
.rows li { display: grid; grid-template-columns: 17px minmax(0, 1fr); gap: 12px; padding: 10px 0; border-top: 1px solid var(--line); } .rows li:first-child { border-top: 0; } .rows .i { margin-top: 3px; } .rows b { font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: 13.5px; } td, th { padding: 6px 10px 6px 0; text-align: left; } th { font-weight: 500; color: var(--ink-3); font-size: 12px; } tbody tr { border-top: 1px solid var(--line); } .n { text-align: right; white-space: nowrap; } td:last-child, th:last-child { padding-right: 0; }
figure { padding: 12px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; } figure svg { display: block; width: 100%; } svg text { font: 11px var(--sans); fill: var(--ink-3); } .mid { text-anchor: middle; } .end { text-anchor: end; }
.grid { stroke: var(--line); } .axis { stroke: var(--line-strong); } .area { fill: var(--working-fill); opacity: .8; } .lim { fill: var(--limit-tint); } svg .limt { fill: var(--limit); } .m-done { fill: var(--done-fill); } .m-fail { stroke: var(--failed-fill); stroke-width: 1.8; stroke-linecap: round; } .m-back { fill: var(--backoff-fill); } .m-q { fill: var(--question-fill); }
.key { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 8px; font-size: 12px; color: var(--ink-2); } .key i { display: inline-block; width: 8px; height: 8px; border-radius: 50%; margin-right: 6px; } .k1 { background: var(--done-fill); } .k2 { background: var(--failed-fill); } .k3 { background: var(--backoff-fill); } .k4 { background: var(--question-fill); } .k5 { background: var(--working-fill); }
.split { display: block; width: 100%; height: 16px; margin-bottom: 10px; } .fd { fill: var(--done-fill); } .fw { fill: var(--working-fill); } .fb { fill: var(--backoff-fill); } .ff { fill: var(--failed-fill); }
footer { margin-top: 48px; padding-top: 14px; border-top: 1px solid var(--line); }
.sprite { position: absolute; width: 0; height: 0; }
.tally .skipped { background: var(--waiting-tint); box-shadow: inset 0 0 0 1px var(--line-strong); } .fa { fill: var(--proving-fill); } .k6 { background: var(--proving-fill); } .braked { color: var(--braked); } .review { color: var(--ink-2); }
.s-done { fill: var(--done-fill); } .s-working { fill: var(--working-fill); } .s-proving { fill: var(--proving-fill); } .s-merging { fill: var(--merging-fill); } .s-backoff { fill: var(--backoff-fill); } .s-limit { fill: var(--limit-fill); } .s-question { fill: var(--question-fill); } .s-failed { fill: var(--failed-fill); } .s-waiting { fill: var(--waiting-tint); } .s-skipped { fill: var(--line-strong); }
@media (max-width: 560px) { main { padding: 24px 16px 48px; } .four { grid-template-columns: 1fr 1fr; } .four div:nth-child(3) { border-left: 0; } .four div:nth-child(n+3) { border-top: 1px solid var(--line); } .hide { display: none; } h1 { font-size: 23px; } }
@media print { html { background: #fff; } .card, figure, .four { break-inside: avoid; } }
`;

/** Shape before colour: a sign for each state. */
export const SIGNS = `<svg class="sprite" aria-hidden="true">
<symbol id="done" viewBox="0 0 16 16"><path d="m3 8.6 3.3 3.3L13 4.6"/></symbol>
<symbol id="question" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="currentColor" stroke="none"/><path d="M6.1 6.3c0-1.3.9-2 2-2s2 .8 2 1.8c0 1.5-2 1.5-2 3" stroke="var(--on-fill)"/><circle cx="8.1" cy="11.6" r=".95" fill="var(--on-fill)" stroke="none"/></symbol>
<symbol id="failed" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="currentColor" stroke="none"/><path d="m5.6 5.6 4.8 4.8M10.4 5.6l-4.8 4.8" stroke="var(--on-fill)"/></symbol>
<symbol id="braked" viewBox="0 0 16 16"><path d="M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2Z" fill="currentColor" stroke="none"/><path d="M5 8h6" stroke="var(--on-fill)"/></symbol>
<symbol id="warned" viewBox="0 0 16 16"><path d="M8 2.2 14.4 13.4H1.6Z"/><path d="M8 6.4v3.2M8 11.6v.1"/></symbol>
<symbol id="sent" viewBox="0 0 16 16"><path d="M5.6 3 2.6 6l3 3M2.9 6h6.6a3.6 3.6 0 0 1 0 7.2H6"/></symbol>
<symbol id="limit" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6"/><path d="M8 4.4V8l2.3 1.5"/></symbol>
<symbol id="working" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6"/><circle cx="8" cy="8" r="2.6" fill="currentColor" stroke="none"/></symbol>
<symbol id="review" viewBox="0 0 16 16"><path d="M3 1.8h6.5L13 5.3v8.9H3Z"/><path d="m5.6 9 1.7 1.7 3.2-3.4"/></symbol>
</svg>`;
