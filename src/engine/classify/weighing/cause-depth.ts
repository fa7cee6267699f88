/**
 * How far inside each line stands in a chain of causes: what a wrapper says about itself is outermost, what it was caused
 * by is innermost. What a wrapper is and how languages write "because" is data here. Knows no class.
 */
import type { Line } from "../lines.ts";

/** Sentences of programs that only tell that another one failed. */
const WRAPPERS: readonly RegExp[] = [
  /\bcommand failed\b|\bcommand .{0,200} (?:failed|returned (?:a )?non-zero|exited)|process (?:completed|exited|finished) with (?:exit )?code/i,
  /^npm (?:ERR!|error) (?:code )?(?:ELIFECYCLE|errno|Exit status|Lifecycle script|A complete log|This is probably not|Failed at the)/i,
  /subprocess-exited-with-error|did not run successfully|originates from a subprocess|returned a? ?non-zero (?:exit )?(?:code|status)/i,
  /^(?:\[ERROR\] )?Failed to execute goal|^> Task .{1,100} FAILED|^BUILD FAIL|^FAILURE: Build failed|Execution failed for task/i,
  /^make(?:\[\d+\])?: \*\*\*|^ninja: build stopped|^error: recipe [`'"].{1,80} failed|^error Command failed|^error: script .{1,80} exited/i,
  /^error: could not compile|aborting due to \d* ?previous error|^error: build failed|^Found \d+ errors?\b|errors? generated\.?$/i,
  /^(?:Error: )?(?:migration|deployment|installation|compilation|transform|the build|build|setup|bootstrap|provisioning) failed\b\.?(?: with \d+ errors?:?)?$/i,
  /^(?:an )?(?:unexpected |unhandled |unknown )?error (?:has )?occurred\b.{0,40}$|^something went wrong/i,
  /^(?:ERROR: ?)?Failed (?:building wheel for|to build (?!gem native))|^(?:ERROR: )?Could not build wheels for|^(?:ERROR: )?lazy loading failed for package|^Test suite failed to run$|^The above error occurred|^Uncaught Exception$/i,
];

const INNER =
  /^(?:Caused by\b|\[?cause\]?:|caused by:|Root cause:|Reason:|Original error|original: |Inner exception|---> |-+> Caused|Nested exception|because:|Details:|Error message: |Suppressed: |> (?!Task |Configure |Run )(?=[A-Z]))/i;
const CAUSED_NEXT = /^The above exception was the direct cause|^During handling of the above exception/;

const WRAPPER_DEPTH = -1;
const DEPTH_MAX = 3;

/** One number per line: below 0 a wrapper's words, above 0 a cause of what stands before it. */
export function causeDepths(lines: readonly Line[]): readonly number[] {
  const depths: number[] = [];
  let depth = 0;
  for (const { text } of lines) {
    if (INNER.test(text)) depth = Math.min(DEPTH_MAX, depth + 1);
    depths.push(WRAPPERS.some((wrapper) => wrapper.test(text)) ? WRAPPER_DEPTH : depth);
  }
  // Python tells the cause first and says so afterwards.
  const last = lines.findLastIndex(({ text }) => CAUSED_NEXT.test(text));
  if (last > 0)
    for (let at = 0; at < last; at++) depths[at] = (depths[at] ?? 0) + (depths[at] === WRAPPER_DEPTH ? 0 : 1);
  return depths;
}
