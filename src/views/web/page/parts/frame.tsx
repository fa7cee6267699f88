/** The frame of every screen: where one can go, the moment that is shown, the keys that do something here. */
import type { ComponentChildren } from "preact";
import { clock } from "../format.ts";
import { address, connected, isLive, needCount, now, overview, page, place, route, said, trouble } from "../store.ts";
import { Glyph } from "./glyph.tsx";
import { Hints } from "./hints.tsx";
import { PROJECT_SCREENS, RUN_SCREENS } from "./screens-list.ts";
import { Scrub } from "./scrub.tsx";

export function Frame({ children, wide = true }: { children: ComponentChildren; wide?: boolean }) {
  return (
    <div class="app">
      <Side />
      <main class={wide ? "main wide" : "main"} id="main">
        {children}
      </main>
      <footer class="foot">
        {said.value === null ? null : (
          <p class={said.value.isRefused ? "said refused" : "said"} role="status">
            {said.value.text}
          </p>
        )}
        <Scrub />
        <Hints />
      </footer>
      <PhoneBar />
    </div>
  );
}

function Side() {
  const { screen } = route.value;
  const current = (is: boolean) => (is ? { "aria-current": "page" as const } : {});
  return (
    <header class="side">
      <a class="brand" href="#/">
        <Mark />
        Reeve
      </a>
      <span class={`live phone-only${isConnected() ? "" : " lost"}${isLive.value ? "" : " past"}`}>
        {!isConnected() ? "Not connected" : isLive.value ? `Live ${clock(now.value)}` : `As of ${clock(now.value)}`}
      </span>
      <nav aria-label="Home">
        <ul>
          <li>
            <a href="#/" {...current(screen === "needs")}>
              Needs you
              {needCount.value === 0 ? null : <span class="count">{needCount}</span>}
            </a>
          </li>
        </ul>
      </nav>
      <Places />
      <p class="bottom">
        {isConnected() ? "Connected" : "Not connected"}
        {page.value === null ? "" : ` · event ${page.value.over.seq.toLocaleString("en-US")}`}
        <br />
        This machine only
      </p>
    </header>
  );
}

/** Where there is no run to follow, by whether the server answers at all. */
function isConnected(): boolean {
  return place.value.run === "" ? overview.value !== null && trouble.value === null : connected.value;
}

/** All there is to go to: in the side bar, and on a phone a screen of its own. */
export function Places() {
  const { screen } = route.value;
  const { project, run } = place.value;
  const name = overview.value?.projects.find(({ id }) => id === project)?.name ?? "";
  return (
    <>
      {run === "" ? null : (
        <Nav label={`Run ${run}`} heading={`${name} · ${run}`} screens={RUN_SCREENS} screen={screen} />
      )}
      <Nav label={`Project ${name}`} heading={name} screens={PROJECT_SCREENS} screen={screen} />
      <nav class="rest" aria-label="Projects">
        <h2>All projects</h2>
        <ul>
          {overview.value?.projects.map((each) => (
            <li key={each.id}>
              <a
                href={
                  each.run === null
                    ? address("history", { project: each.id })
                    : address("time", { project: each.id, run: each.run.run })
                }
              >
                <Glyph name={projectGlyph(each)} />
                {each.name}
                <span class="keys of-run">{each.run?.run ?? ""}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Nav(props: {
  label: string;
  heading: string;
  screens: readonly (readonly [string, string, string])[];
  screen: string;
}) {
  return (
    <nav class="rest" aria-label={props.label}>
      <h2>{props.heading}</h2>
      <ul>
        {props.screens.map(([id, title, keys]) => (
          <li key={id}>
            <a href={address(id)} {...(props.screen === id ? { "aria-current": "page" as const } : {})}>
              {title}
              <span class="keys">{keys}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Screens that "Run" of the bar stands for. */
const RUN_PARTS: ReadonlySet<string> = new Set([
  ...RUN_SCREENS.map(([id]) => id).filter((id) => id !== "money"),
  "task",
  "log",
  "diff",
  "prompt",
]);

/** On a phone: four places to go, where the thumb is. */
function PhoneBar() {
  const { screen } = route.value;
  const items = [
    ["needs", "Needs you"],
    ["board", "Run"],
    ["money", "Money"],
    ["more", "More"],
  ] as const;
  const isHere = (id: string) =>
    screen === id ||
    (id === "more" && !["needs", "money"].includes(screen) && !RUN_PARTS.has(screen)) ||
    (id === "board" && RUN_PARTS.has(screen));
  return (
    <nav class="bar" aria-label="Screens">
      {items.map(([id, title]) => (
        <a key={id} href={address(id)} {...(isHere(id) ? { "aria-current": "page" as const } : {})}>
          {id === "needs" && needCount.value > 0 ? <span class="count">{needCount}</span> : null}
          {title}
        </a>
      ))}
    </nav>
  );
}

type Listed = NonNullable<typeof overview.value>["projects"][number];

/** What is most urgent there, else how its newest run stands. */
function projectGlyph({ id, run }: Listed) {
  if (run?.phase === "halted") return "braked";
  const row = overview.value?.needs.find(({ project, row: { acked } }) => project === id && !acked)?.row;
  if (row !== undefined) return row.state;
  if (run === null) return "waiting";
  return run.phase === "ended" ? (run.verdict === "done" ? "done" : "failed") : "working";
}

export function Mark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4 3v14M8 3v14M12 3v14M16 3v14M2 13 18 7" />
    </svg>
  );
}
