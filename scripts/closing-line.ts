/**
 * A vitest reporter that ends every run with which cases do not apply, why each skipped test was skipped, which passed only
 * when run again, and one line: `N passed, N failed`. A case that does not apply is no skip: there is nothing to run anywhere.
 * It counts what fails outside a test too (a file that does not load, a hook, an unhandled rejection), so that the line
 * never says `0 failed` about a run that failed.
 */
import { relative } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from "vitest/node";

/** Whoever runs so many files means all of them. */
const MANY = 100;

/** A test is left out with a reason that begins like this where its case does not apply to what is tested. */
export const DOES_NOT_APPLY = "does not apply: ";

export class ClosingLine implements Reporter {
  readonly #notRun: string;
  #filtered = false;

  /** `notRun`: what this run leaves out, and how that is run. */
  constructor(notRun = "") {
    this.#notRun = notRun;
  }

  onInit(vitest: Vitest): void {
    this.#filtered = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const passed = modules.flatMap((each) => [...each.children.allTests("passed")]);
    const failed = modules.flatMap((each) => [...each.children.allTests("failed")]);
    const leftOut = modules.flatMap((each) => [...each.children.allTests("skipped")]);
    const skipped = leftOut.filter((test) => !isNotApplicable(test));
    const notRun = modules.flatMap((each) => [...each.children.allTests("pending")]);
    const broken = failuresOutsideTests(modules) + unhandledErrors.length + notRun.length;
    for (const test of leftOut.filter(isNotApplicable)) process.stdout.write(`not applicable: ${nameOf(test)}\n`);
    if (!this.#filtered) {
      for (const test of skipped) process.stdout.write(`skipped: ${nameOf(test)} — ${reasonOf(test)}\n`);
    }
    for (const test of passed.filter(isUnsteady))
      process.stdout.write(`unsteady: ${nameOf(test)} — failed, then passed\n`);
    if (this.#notRun !== "" && modules.length > MANY) process.stdout.write(`not run here: ${this.#notRun}\n`);
    const rest = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
    process.stdout.write(`${passed.length} passed, ${failed.length + broken} failed${rest}\n`);
  }
}

function failuresOutsideTests(modules: readonly TestModule[]): number {
  const groups = modules.flatMap((each) => [each, ...each.children.allSuites()]);
  return groups.filter((each) => each.errors().length > 0).length;
}

/** The reason stands in its name. */
function isNotApplicable(test: TestCase): boolean {
  return reasonOf(test).startsWith(DOES_NOT_APPLY);
}

/** Passed only when it was run again. */
function isUnsteady(test: TestCase): boolean {
  return test.diagnostic()?.flaky === true;
}

function nameOf(test: TestCase): string {
  return `${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`;
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  return (result.state === "skipped" && result.note) || "no reason was given";
}
