/** The page: takes the token, follows what happens, shows the screen of the address. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { onKey } from "./keys.ts";
import { AskDialog } from "./parts/ask.tsx";
import { Sprite } from "./parts/glyph.tsx";
import { Help } from "./parts/help.tsx";
import { parseRoute } from "./route.ts";
import { BoardScreen } from "./screens/board.tsx";
import { DocumentsScreen } from "./screens/documents.tsx";
import { GraphScreen } from "./screens/graph.tsx";
import { HistoryScreen } from "./screens/history.tsx";
import { JournalScreen } from "./screens/journal.tsx";
import { MoneyScreen } from "./screens/money.tsx";
import { MoreScreen } from "./screens/more.tsx";
import { NeedsScreen } from "./screens/needs.tsx";
import { OpeningScreen } from "./screens/opening.tsx";
import { PatternsScreen } from "./screens/patterns.tsx";
import { TaskScreen } from "./screens/task.tsx";
import { TimeScreen } from "./screens/time.tsx";
import { TreeScreen } from "./screens/tree.tsx";
import {
  cursor,
  filter,
  followAgain,
  followRun,
  needCount,
  page,
  refreshOverview,
  route,
  runPath,
  tick,
  trouble,
} from "./store.ts";
import { givenToken, shareToken } from "./token.ts";

const SCREENS: Readonly<Record<string, () => preact.JSX.Element>> = {
  needs: NeedsScreen,
  time: TimeScreen,
  board: BoardScreen,
  graph: GraphScreen,
  tree: TreeScreen,
  patterns: PatternsScreen,
  money: MoneyScreen,
  journal: JournalScreen,
  task: TaskScreen,
  log: TaskScreen,
  diff: TaskScreen,
  prompt: TaskScreen,
  history: HistoryScreen,
  documents: DocumentsScreen,
  more: MoreScreen,
};

function App() {
  if (trouble.value === "token") return <NoToken />;
  const { screen } = route.value;
  const Screen = isOfRun(screen) && page.value === null ? OpeningScreen : (SCREENS[screen] ?? NeedsScreen);
  return (
    <>
      <Sprite />
      <Screen />
      <AskDialog />
      <Help />
    </>
  );
}

/** These show nothing that is true before the run is there. */
function isOfRun(screen: string): boolean {
  return screen in SCREENS && !["needs", "history", "documents", "more"].includes(screen);
}

function NoToken() {
  return (
    <main class="empty">
      <h1>This page needs its token.</h1>
      <p>
        Open the address that <code>reeve serve</code> printed, with all that follows #. If it was started again, it has
        printed another one; opened in any tab, it brings this one back too.
      </p>
    </main>
  );
}

const OVERVIEW_MS = 4_000;
const HIDDEN_MS = 30_000;
const TICK_MS = 1_000;

function start(): void {
  shareToken({ isRefused: () => trouble.value === "token", onToken: begin });
  if (givenToken() === null) trouble.value = "token";
  route.value = parseRoute(location.hash);
  addEventListener("hashchange", onMove);
  addEventListener("keydown", onKey);
  effect(() => {
    void runPath.value;
    followRun();
  });
  effect(() => {
    document.title = needCount.value === 0 ? "Reeve" : `(${needCount.value}) Reeve`;
  });
  void refreshOverview();
  lookAround();
  setInterval(() => document.hidden || tick(), TICK_MS);
  document.addEventListener("visibilitychange", () => document.hidden || void refreshOverview());
  // What the file itself shows is only there to be seen first.
  document.body.replaceChildren();
  render(<App />, document.body);
}

/** With a token that was not there before. */
function begin(): void {
  trouble.value = null;
  void refreshOverview();
  followAgain();
}

function onMove(): void {
  const before = route.value;
  route.value = parseRoute(location.hash);
  if (before.screen === route.value.screen) return;
  filter.value = "";
  if (route.value.screen === "needs") cursor.value = null;
  scrollTo(0, 0);
}

/** One question after the other, more rarely while nobody sees the page: its title still says how many things wait. */
function lookAround(): void {
  setTimeout(
    async () => {
      if (trouble.value !== "token") await refreshOverview();
      lookAround();
    },
    document.hidden ? HIDDEN_MS : OVERVIEW_MS,
  );
}

start();
