/** Documents that people and Reeve write together; the sections that are Reeve's own are marked. Always text. */
import { count } from "../format.ts";
import { useGet } from "../load.ts";
import { Frame } from "../parts/frame.tsx";
import { NotOfThen } from "../parts/not-of-then.tsx";
import { REACHABLE } from "../parts/section.tsx";
import { cursor, live, overview, place, select } from "../store.ts";
import type { DocumentView } from "../types.ts";

const KINDS = { epic: "epic", board: "board", checkpoint: "checkpoint" } as const;

export function DocumentsScreen() {
  const { project } = place.value;
  const loaded = useGet<readonly DocumentView[]>(
    project === "" ? null : `/projects/${project}/documents`,
    live.value?.over.seq ?? 0,
  );
  const name = overview.value?.projects.find(({ id }) => id === project)?.name ?? "";
  const documents = loaded.state === "ready" ? loaded.value : [];
  const chosen = documents.find(({ file }) => file === cursor.value) ?? documents[0];
  return (
    <Frame>
      <div class="run-head">
        <div>
          <p class="crumb">
            <b>{name}</b>
          </p>
          <h1>Documents</h1>
        </div>
      </div>
      <NotOfThen />
      {loaded.state === "refused" ? <p class="faint">{loaded.message}</p> : null}
      {loaded.state === "ready" && chosen === undefined ? (
        <div class="empty">
          <h1>No epics, boards or checkpoints here.</h1>
          <p>
            An epic lies in epics/, a board is started with `reeve kanban run`; both are shown here as they are written.
          </p>
        </div>
      ) : null}
      {chosen === undefined ? null : (
        <div class="pat">
          <nav aria-label="Documents">
            <ul class="panel causes">
              {documents.map((each) => (
                <li key={each.file}>
                  <button
                    type="button"
                    data-row={each.file}
                    onFocus={() => select(each.file)}
                    {...(each === chosen ? { "aria-current": "true" as const } : {})}
                    onClick={() => select(each.file)}
                  >
                    <span class="kind">{KINDS[each.kind]}</span>
                    <span>
                      <b>{each.title}</b>
                      <span class="faint">{each.file}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <p class="faint note">
              Sections with a line at their left are Reeve's: it writes them. All others are yours, byte for byte.
            </p>
          </nav>
          <Document shown={chosen} />
        </div>
      )}
    </Frame>
  );
}

function Document({ shown }: { shown: DocumentView }) {
  const owned = shown.sections.filter((section) => section.owned).length;
  return (
    <article class="panel document" aria-label={shown.title}>
      <p class="faint">
        <code>{shown.file}</code> · {count(shown.sections.length, "section")}, {owned} of them Reeve's
      </p>
      {shown.sections.map((section, index) => (
        <section key={`${section.heading}${index}`} class={section.owned ? "owned" : ""}>
          {section.heading === "" ? null : (
            <h2 class={`l${section.level}`}>
              {section.heading}
              {section.owned ? <span class="faint"> written by Reeve</span> : null}
            </h2>
          )}
          {section.text === "" ? null : <Body text={section.text} />}
        </section>
      ))}
    </article>
  );
}

/** Tables as tables, everything else as it stands. */
function Body({ text }: { text: string }) {
  const lines = text.split("\n");
  const isTable = lines.length > 1 && lines.every((line) => /^\s*\|.*\|\s*$/.test(line) || line.trim() === "");
  if (!isTable) return <div class="prose">{text}</div>;
  const rows = lines
    .filter((line) => line.trim() !== "" && !/^\s*\|[\s|:-]+\|\s*$/.test(line))
    .map((line) =>
      line
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((each) => each.trim()),
    );
  const [head = [], ...body] = rows;
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
                <td key={`${index}`}>{each}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
