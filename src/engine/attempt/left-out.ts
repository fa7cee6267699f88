/** Whether part of what an attempt was told had to be left out: Reeve itself says so in the text. */
import type { Briefing } from "../../domain/work/attempt.ts";

export function wasCut({ restart, advice }: Briefing): boolean {
  return [restart?.report, advice].some((text) => text !== undefined && LEFT_OUT.test(text));
}

const LEFT_OUT = /\[… \d+ characters(?: on \d+ lines)? left out here …\]|^ *… \d+ lines left out …$|left out here\.$/m;
