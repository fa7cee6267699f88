/** The bodies of a project's epics, or of one: those that can be read, and what is wrong with the others. Looks only. */
import type { Mistake } from "../../config/mistakes/mistake.ts";
import type { EpicBody } from "../../systems/epic/body/epic-body.ts";
import { readBody } from "../../systems/epic/body/read-body.ts";
import { readText } from "../../systems/epic/store/file-store.ts";
import { type Project, shown } from "../project/project.ts";
import { granted, type Reply } from "../reply.ts";
import { findEpic, listEpics } from "./epics.ts";

export interface BodiesWish {
  readonly cwd: string;
  /** Undefined: all of them. */
  readonly epic: string | undefined;
}

export interface OpenBody {
  readonly file: string;
  readonly body: EpicBody;
}

export interface OpenBodies {
  readonly bodies: readonly OpenBody[];
  /** Of those that cannot be read: nobody works on them before their person has mended them. */
  readonly mistakes: readonly Mistake[];
}

export function openBodies(project: Project, { cwd, epic }: BodiesWish): Reply<OpenBodies> {
  const named = epic === undefined ? null : findEpic(project, cwd, epic);
  if (named && !named.ok) return named;
  const wanted = named
    ? [{ path: named.value, read: readText(named.value, shown(named.value, project.root)) }]
    : listEpics(project);
  const mistakes: Mistake[] = [];
  const bodies = wanted.flatMap(({ path, read }): OpenBody[] => {
    const file = shown(path, project.root);
    if (!read.ok) {
      const what = read.sentence.replace(`${file}: `, "").replace(/\.$/, "");
      mistakes.push({ file, line: 1, col: 1, what, hint: "make it a readable text file", severity: "error" });
      return [];
    }
    const parsed = readBody(read.text, file);
    if (!parsed.ok) mistakes.push(...parsed.mistakes);
    return parsed.ok ? [{ file, body: parsed.body }] : [];
  });
  return granted({ bodies, mistakes });
}
