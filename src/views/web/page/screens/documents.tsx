/** Documents that people and Reeve write together; the sections that are Reeve's own are marked. Always text. */
import { count } from "../format.ts";
import { useGet } from "../load.ts";
import { Blocks } from "../parts/blocks.tsx";
import { Frame } from "../parts/frame.tsx";
import { NotOfThen } from "../parts/not-of-then.tsx";
import { cursor, live, overview, place, projectPath, select } from "../store.ts";
import type { DocumentView } from "../types.ts";

const KINDS = { epic: "epic", board: "board", checkpoint: "checkpoint" } as const;

export function DocumentsScreen() {
  const { project } = place.value;
  const path = projectPath.value;
  const loaded = useGet<readonly DocumentView[]>(path && `${path}/documents`, live.value?.over.seq ?? 0);
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
            <code>reeve epic new</code> makes an epic; a board is here once <code>reeve kanban run</code> has worked it.
            Both are shown as they are written.
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

/** The whole of it is marked by its line; that it is Reeve's is said once. */
function isBelowOwned(sections: DocumentView["sections"], index: number): boolean {
  const level = sections[index]?.level ?? 0;
  const above = sections.slice(0, index).findLast((section) => section.level < level);
  return above?.owned ?? false;
}

function Document({ shown }: { shown: DocumentView }) {
  const owned = shown.sections.filter((section) => section.owned).length;
  return (
    <article class="panel document" aria-label={shown.title}>
      <p class="faint">
        <code>{shown.file}</code> · {count(shown.sections.length, "section")}, {owned} of them Reeve's
      </p>
      {shown.facts.length === 0 ? null : (
        <dl class="kv front">
          {shown.facts.map(({ name, value }) => (
            <>
              <dt key={`${name}t`}>{name}</dt>
              <dd key={name}>{value}</dd>
            </>
          ))}
        </dl>
      )}
      {shown.sections.map((section, index) => (
        <section key={`${section.heading}${index}`} class={section.owned ? "owned" : ""}>
          {section.heading === "" ? null : (
            <h2 class={`l${Math.min(3, section.level)}`}>
              {section.heading}
              {section.owned && !isBelowOwned(shown.sections, index) ? (
                <span class="faint"> written by Reeve</span>
              ) : null}
            </h2>
          )}
          {section.text === "" ? null : <Blocks text={section.text} />}
        </section>
      ))}
    </article>
  );
}
