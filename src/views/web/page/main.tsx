/** The page: takes the token, follows what happens, shows the screen of the address. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { takeToken } from "./api.ts";
import { onKey } from "./keys.ts";
import { AskDialog } from "./parts/ask.tsx";
import { Sprite } from "./parts/glyph.tsx";
import { Help } from "./parts/help.tsx";
import { BoardScreen } from "./screens/board.tsx";
import { DocumentsScreen } from "./screens/documents.tsx";
import { GraphScreen } from "./screens/graph.tsx";
import { HistoryScreen } from "./screens/history.tsx";
import { JournalScreen } from "./screens/journal.tsx";
import { MoneyScreen } from "./screens/money.tsx";
import { NeedsScreen } from "./screens/needs.tsx";
import { PatternsScreen } from "./screens/patterns.tsx";
import { TaskScreen } from "./screens/task.tsx";
import { TimeScreen } from "./screens/time.tsx";
import { TreeScreen } from "./screens/tree.tsx";
import { cursor, filter, followRun, parseRoute, refreshOverview, route, runPath, tick, trouble } from "./store.ts";

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
};

function App() {
  if (trouble.value === "token") return <NoToken />;
  const Screen = SCREENS[route.value.screen] ?? NeedsScreen;
  return (
    <>
      <Sprite />
      <Screen />
      <AskDialog />
      <Help />
    </>
  );
}

function NoToken() {
  return (
    <main class="empty">
      <h1>This page needs its token.</h1>
      <p>
        Open the address that <code>reeve serve</code> printed, with all that follows #.
      </p>
    </main>
  );
}

const OVERVIEW_MS = 4_000;
const TICK_MS = 1_000;

function start(): void {
  if (takeToken() === null) trouble.value = "token";
  route.value = parseRoute(location.hash);
  addEventListener("hashchange", () => {
    const before = route.value.screen;
    route.value = parseRoute(location.hash);
    if (before !== route.value.screen) {
      filter.value = "";
      if (route.value.screen === "needs") cursor.value = null;
      scrollTo(0, 0);
    }
  });
  addEventListener("keydown", onKey);
  effect(() => {
    void runPath.value;
    followRun();
  });
  void refreshOverview();
  setInterval(() => document.hidden || void refreshOverview(), OVERVIEW_MS);
  setInterval(() => document.hidden || tick(), TICK_MS);
  // What the file itself shows is only there to be seen first.
  document.body.replaceChildren();
  render(<App />, document.body);
}

start();
