/** epic.md 7: words that route around a failing check are refused, and words that only sound like it are not. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { scanProse, skipDirectives } from "./scan-prose.ts";

const REFUSED = [
  "Fix or skip the two docker tests.",
  "Either fix the importer or relax the assertion on totals.",
  "Decide fix vs skip for each failing test.",
  "Mark test_upload as xfail until the network is back.",
  "Skip the flaky browser tests on CI.",
  "Tests that fail on Windows can be skipped for now.",
  "List the drift candidates and move on.",
  "Classify the three failures as drift.",
  "Treat the remaining red tests as environmental.",
  "Lower the coverage threshold to 60 %.",
  "Loosen the tolerance so the numbers pass.",
  "Comment out the failing assertion in totals.spec.",
  "Delete the failing tests for the old endpoint.",
  "Remove citations that cannot be verified.",
  "Fix the parser or fall back to the stub.",
  "Repair the audit script, otherwise fall back to last year's numbers.",
  "Fallback: skip the citation check.",
  "Update the expected values to match the current output.",
  "Change the test so that it passes.",
  "Regenerate the snapshots to make CI green.",
  "Waive the claim-evidence audit for section 3.",
  "Proceed without the methodology review.",
  "Publish the draft with unverified citations.",
  "Merge with failing tests and follow up later.",
  "Temporarily disable the linter for generated code paths that fail.",
  "Quarantine the integration suite.",
  "Skip-on-env when docker is missing.",
  "Leave the references unverified and note it in the appendix.",
  "Soften the acceptance criteria for the second subtask.",
  "Suppress the type errors in the adapter.",
  "Ignore the lint warnings in legacy modules.",
  "Accept the section as is despite failing citation checks.",
  "Work around the failing gate.",
  "The peer review may be bypassed for the appendix.",
  "Mark test_upload as xfail until the vendor answers.",
  "Add a skip marker to the three red tests.",
  "Either fix the importer or exclude it from CI.",
  "If the audit keeps failing, drop the two claims.",
  "We could just retry the flaky test until it passes.",
  "Raise the allowed error rate so that the check passes.",
  "Set continue-on-error for the lint job.",
  "Use --no-verify to get the commit through.",
  "Catch the exception in the test so it stops failing.",
  "Hardcode the expected answer to satisfy the checker.",
  "Treat the citation mismatch as a known issue and continue.",
  "Defer the failing migrations test to a later epic.",
  "Ship the draft now and check the references afterwards.",
  "Turn the assertion into a warning.",
  "Replace the failing check with a no-op.",
  "Skip the integration tests on CI, they are slow anyway.",
  "Let us ignore the two failing audits this quarter.",
  "Rerun the job until it is green.",
  "Publish the paper and verify the citations later.",
  "Comment out the check that complains.",
  "Repair the gate or leave it red.",
  "Lower the bar for reviewers.",
  "The coverage check can be disabled for this module.",
  "Label the remaining failures as environmental.",
  "Change the snapshot to match the current output.",
  "Bypass the peer review because of the deadline.",
  "Add an ignore annotation to the broken tests.",
  "Proceed without verification of the sources.",
  "Wrap the call so that the suite no longer fails.",
  "Remove the references that cannot be verified.",
];

const INNOCENT = [
  "Add a skip link to the header so that keyboard users reach the content.",
  "Implement a skip list for the ordered index.",
  "The parser skips comments and checks the header.",
  "Detect schema drift between the two databases.",
  "Show drift of the clock in the status page.",
  "Use the fallback locale when a translation is missing.",
  "Fall back to the cached page when the server is away.",
  "We never skip failing tests.",
  "Do not relax the assertion; fix the rounding.",
  "Fix the rounding instead of loosening the tolerance.",
  "Report tests that are skipped, with their reason.",
  "Find all disabled tests and enable them again.",
  "Un-skip the three tests of the importer.",
  "Disable the submit button while the request runs.",
  "Ignore case when names are compared.",
  "Skip rows without an id and count them.",
  "Add a --skip-tests flag to the release command.",
  "Add an option to mute notifications.",
  "The reader may skip the introduction.",
  "Lower the memory use of the indexer.",
  "Reduce the time that the tests take by sharing the database.",
  "Relax and enjoy the show, says the demo's text.",
  "Delete the temporary folder after each test run.",
  "Remove duplicate entries from the bibliography.",
  "Drop the unused column after the tests are green.",
  "Update the tests for the new signature.",
  "Write tests that cover the failing path.",
  "Fix the failing test by closing the connection.",
  "Expected failures of the payment provider are shown to the user.",
  "Mark the task as done when its pull request is merged.",
  "Each claim is checked against its source.",
  "Why was the citation check skipped last year? Find out and repair it.",
  "Bypass the cache for signed-in users.",
  "Silence is golden: the watcher prints nothing when nothing changed.",
  "The suite passes on Linux and on macOS.",
  "Let users ignore lint warnings by a comment.",
  "Fall back to English when the browser names no language.",
  "The importer skips blank lines.",
  "Report the drift of the sensor in millimetres.",
  "Add a test that fails when the retry count is exceeded.",
  "Warn the user when a reference cannot be resolved.",
  "Remove the flag skip_intro from the player.",
  "Exclude build output from the package.",
  "Raise an error when the amount is negative.",
  "Check that ignored files stay ignored.",
  "Drop privileges after binding the port.",
  "Relax the layout on small screens.",
  "Defer loading of images below the fold.",
  "Turn the warning into an error.",
  "Mark optional fields in the form.",
  "Continue with the next row after a parse error, and list the errors.",
  "Let the reader skip a chapter.",
  "Rerun the import for the missing days.",
  "Publish the feed and refresh it every hour.",
  "Comment on the pull request when the build ends.",
  "Repair the gate of the garden shed model.",
  "Lower the volume while somebody speaks.",
  "Disable the button until the form is valid.",
  "Label each chart with its unit.",
  "Change the snapshot interval to one hour.",
  "Bypass the proxy for local addresses.",
  "Add an ignore list for folders.",
  "Proceed to payment without an account.",
  "Wrap long lines in the log view.",
  "Remove references to the old name.",
  "Test the fallback route when the primary is down.",
];

describe("7 the prose scan", () => {
  test("has texts enough to be judged by, half of them innocent", () => {
    expect(REFUSED.length + INNOCENT.length).toBeGreaterThanOrEqual(60);
    expect(INNOCENT.length).toBeGreaterThanOrEqual(REFUSED.length);
  });

  test.each(REFUSED)("refuses: %s", (text) => {
    expect(scanProse(text)).not.toEqual([]);
  });

  test.each(INNOCENT)("lets through: %s", (text) => {
    expect(scanProse(text)).toEqual([]);
  });

  test("its figures are those that the page tells", () => {
    const found = REFUSED.filter((text) => scanProse(text).length > 0).length;
    const wrong = INNOCENT.filter((text) => scanProse(text).length > 0).length;
    const page = readFileSync(new URL("../../../../docs/epic.md", import.meta.url), "utf8");
    expect(page).toContain(
      `Of ${REFUSED.length} texts that route around a check it refuses ${found}, of ${INNOCENT.length} innocent ones ${wrong}.`,
    );
  });

  test("a person's casual words exempt nothing; a directive exempts its one test", () => {
    const persons =
      "We may need to adjust some tests.\n\nSKIP DIRECTIVE: test_upload: the vendor's box is gone until May\n";
    const exempt = skipDirectives(persons);
    expect(exempt).toEqual(["test_upload"]);
    expect(scanProse("Skip the test test_upload.", exempt)).toEqual([]);
    expect(scanProse("Skip the test test_download.", exempt)).not.toEqual([]);
    expect(skipDirectives("SKIP DIRECTIVE: test_upload")).toEqual([]);
  });

  test("what stands in code is no prose", () => {
    expect(scanProse("Run this:\n```sh\nskip the failing tests\n```\nand look.")).toEqual([]);
  });
});
