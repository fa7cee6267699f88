/**
 * What the lines of a failure say is wrong, and with what: "cannot find `celery`" and "Unable to import 'celery'" both say
 * that celery is absent, whatever the tool calls that. Only names that few things bear count, and only the one that stands
 * closest to the complaint; where something was noticed is no such name. Knows no class and no cause.
 */
import { namesIn, type Seen } from "../../classify/about/names-in-line.ts";
import { isNothing } from "../../classify/entities/read-entities.ts";
import { type Complaint, complaintsIn } from "../../classify/words/complaints.ts";

export interface ComplainedOf {
  readonly says: Complaint;
  readonly name: string;
}

export function complainedOf(text: string): readonly ComplainedOf[] {
  const found = new Map<string, ComplainedOf>();
  for (const raw of text.split("\n", LINES_MAX)) {
    const line = raw.trim().slice(0, CHARS_MAX);
    if (line === "" || FRAME.test(line)) continue;
    for (const each of inLine(line)) found.set(`${each.says} ${each.name}`, each);
    if (found.size >= FOUND_MAX) break;
  }
  return [...found.values()].slice(0, FOUND_MAX);
}

const LINES_MAX = 120;
const CHARS_MAX = 400;
const FOUND_MAX = 8;
/** Further away, a name belongs to another part of the sentence. */
const DISTANCE_MAX = 25;

/** A frame of a stack, a line of source, a hint: what they name is not what is complained of. */
const FRAME =
  /^(?:[├│└╰|]|at |File "|\d+ ?[|│]|\^|~|-->|= (?:note|help)|goroutine |#\d+ |\.\.\.|hint:|help:|note:|warning:|did you mean|[+-] )/i;

function inLine(line: string): readonly ComplainedOf[] {
  const complaints = complaintsIn(line);
  if (complaints.length === 0) return [];
  const names = namesIn(line).filter(isName);
  return complaints.flatMap(({ from, to, says }) => {
    const behind = names.filter(
      (each) => each.from >= to && each.from - to <= DISTANCE_MAX && !WHERE.test(line.slice(to, each.from)),
    );
    const before = names.filter((each) => each.to <= from && from - each.to <= DISTANCE_MAX);
    const [closest] = behind.length > 0 ? behind : before.toReversed();
    return closest === undefined ? [] : [{ says, name: closest.raw }];
  });
}

/** "… does not exist on type Invoice": behind these words stands what it is missing in. */
const WHERE = /\b(?:in|on|at|of|from|by|for|within|under|inside|to)\b/i;

/** Not where it was noticed, and nothing that any sentence holds. */
function isName({ raw, shape, signs }: Seen): boolean {
  if (signs.includes("place") || signs.includes("located") || isNothing(raw)) return false;
  return raw.length >= LENGTH_MIN && !NO_NAMES.has(shape) && (signs.includes("quoted") || shape !== "word");
}

const LENGTH_MIN = 3;
/** A sentence, a number, a flag. */
const NO_NAMES: ReadonlySet<string> = new Set(["phrase", "number", "flag", "url"]);
