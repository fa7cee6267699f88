/** One sentence about a failure that tells why: how a program ended is completed by the line that says most. Pure text. */
import type { Failure, FailureClass } from "../../../domain/proof/failure.ts";

/** How a program ended says nothing; the line that tells why is worth more. */
export function tellingError({ message, evidence, class: kind }: Failure): string {
  const telling = evidence.find((line) => line.trim() !== "" && !line.startsWith("$ ") && !SAYS_LITTLE.test(line));
  if (telling === undefined || message.includes(telling.trim()) || !SAYS_LITTLE.test(message)) return message;
  return `${message.replace(/\.$/, "")}: ${lastSaid(kind, evidence, telling).trim()}`;
}

/** What no rule knows is told by its end: what a program prints before is mostly how far it came. */
function lastSaid(kind: FailureClass, evidence: readonly string[], first: string): string {
  if (kind !== "unknown" && kind !== "crash") return first;
  return evidence.findLast((line) => line.trim() !== "" && !SAYS_LITTLE.test(line)) ?? first;
}

const SAYS_LITTLE = /\b(?:exit(?:ed)? (?:status|code|with)|ended with (?:exit )?(?:status|code)|killed by|signal)\b/i;
