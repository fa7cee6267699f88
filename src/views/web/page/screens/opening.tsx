/** In place of a screen of a run that is not there yet, or is not there at all: why, and where to go from here. */
import { Frame } from "../parts/frame.tsx";
import { Prose } from "../parts/prose.tsx";
import { absent, address, connected, overview, place, trouble } from "../store.ts";

export function OpeningScreen() {
  return (
    <Frame wide={false}>
      <div class="empty">{absent.value === null ? <Opening /> : <Absent why={absent.value} />}</div>
    </Frame>
  );
}

function Opening() {
  const { project, run } = place.value;
  if (overview.value === null) return <Line text={trouble.value === null ? "Looking at your projects…" : NO_ANSWER} />;
  if (run === "") return <Absent why={`${nameOf(project)} has no run yet.`} />;
  return <Line text={connected.value || trouble.value === null ? `Reading ${run}…` : NO_ANSWER} />;
}

function Line({ text }: { text: string }) {
  return (
    <p>
      <Prose text={text} />
    </p>
  );
}

const NO_ANSWER =
  "The server does not answer. This page tries again by itself; if it has ended, start `reeve serve` again.";

function Absent({ why }: { why: string }) {
  const { project } = place.value;
  const isKnown = overview.value?.projects.some(({ id }) => id === project) ?? false;
  return (
    <>
      <h1>There is nothing to show here.</h1>
      <Line text={why} />
      <p>
        {isKnown ? <a href={address("history")}>Runs of {nameOf(project)}</a> : null}
        {isKnown ? " · " : ""}
        <a href="#/">What needs you</a>
      </p>
    </>
  );
}

function nameOf(project: string): string {
  return overview.value?.projects.find(({ id }) => id === project)?.name ?? "This project";
}
