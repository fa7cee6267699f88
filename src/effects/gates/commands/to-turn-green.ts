/**
 * Whether what failed before a task began is what the task is there to mend: its gate says so, its own words name what
 * fails, or what fails came with work that it builds on, as tests do that were written first. Then nothing is excused.
 * Reads words and names; runs nothing.
 */
import type { CommandCheck, TaskSpec } from "../../../domain/spec/plan.ts";

export type TaskWords = Pick<TaskSpec, "title" | "prompt" | "files" | "acceptance">;

/** Of these failures, those that the task is to mend; `failing` are names of tests or lines of diagnostics. */
export function toTurnGreen(
  { mustPass }: CommandCheck,
  task: TaskWords | null,
  failing: readonly string[],
): readonly string[] {
  if (mustPass !== undefined) return mustPass ? failing : [];
  if (task === null) return [];
  const text = [task.title, task.prompt, ...task.acceptance.map(({ criterion }) => criterion)].join("\n");
  if (MEND_ALL.some((words) => words.test(text))) return failing;
  const isFix = /\b(?:fix|repair|mend|debug|correct|resolve|solve)(?:e?s|e?d|ing)?\b/i.test(text);
  return failing.filter((name) => isNamed(name, text, task.files, isFix));
}

/** "Make the tests pass", "fix the failing tests"; not "make sure that all tests still pass". */
const MEND_ALL: readonly RegExp[] = [
  /\b(?:make|get|turn|bring)\b(?! (?:sure|certain))(?:(?!\bstill\b)[^.\n]){0,80}\b(?:tests?|suite|build|lint(?:er)?|type ?check|types|gates?|checks?|ci|pipeline)\b(?:(?!\bstill\b)[^.\n]){0,40}\b(?:pass(?:es|ing)?|green|succeeds?|work)\b/i,
  /\b(?:fix|repair|mend|resolve)\b[^.\n]{0,40}\b(?:failing|broken|red)\b[^.\n]{0,40}\b(?:tests?|suite|build|lint|types?|gates?|checks?|ci|pipeline)\b/i,
  /\b(?:fix|repair|mend|resolve)\b(?: (?:all|the|every|these|those|its))* (?:unit |type |lint |compile[r]? |build )?(?:tests?|build|errors|ci|pipeline)\b/i,
];

const WORD_LENGTH_MIN = 3;

function isNamed(name: string, text: string, files: readonly string[], isFix: boolean): boolean {
  const path = pathIn(name);
  if (path !== null && (files.includes(path) || hasWord(text, path) || hasWord(text, baseOf(path)))) return true;
  const last =
    name
      .split(/::|\.(?=\w+$)|[#›>]/)
      .at(-1)
      ?.trim() ?? name;
  if (last.length >= WORD_LENGTH_MIN && /[_A-Z\d\s]/.test(last) && hasWord(text, last)) return true;
  // What the test is about, where the task says that it mends something: test_add is about add.
  const about = last.replace(/^test[_\s]*|[_\s]*test$/gi, "");
  return isFix && /^\w+$/.test(about) && about.length >= WORD_LENGTH_MIN && hasWord(text, about);
}

/** The file that a test's name or a diagnostic begins with. */
export function pathIn(name: string): string | null {
  return /^(?:\.\/)?((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z]{1,5})(?=$|[\s:(])/.exec(name)?.[1] ?? null;
}

function baseOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}

function hasWord(text: string, word: string): boolean {
  const all = text.toLowerCase();
  const looked = word.toLowerCase();
  for (let at = all.indexOf(looked); at >= 0; at = all.indexOf(looked, at + 1)) {
    const before = all[at - 1] ?? " ";
    const after = all[at + looked.length] ?? " ";
    if (!/[\w-]/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}
