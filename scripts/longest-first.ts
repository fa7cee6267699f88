/**
 * The order in which files of tests begin: those that are known to take long come first, so that nobody waits for one of them
 * alone at the end. A new machine knows no times, and vitest would go by the sizes of files, which say nothing of it.
 */
import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/** `names`: of files, without `.test.ts`, the longest first. */
export function longestFirst(names: readonly string[]): TestSequencerConstructor {
  const place = ({ moduleId }: TestSpecification): number => {
    const found = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return found < 0 ? names.length : found;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((a, b) => place(a) - place(b));
    }
  };
}
