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
  "Park the two login specs behind a feature flag until the vendor fixes their sandbox.",
  "Mark the payment test pending so the pipeline can go out tonight.",
  "Pin the old snapshot and call the rendering difference acceptable.",
  "Exempt the legacy package from type checking.",
  "Give the reviewer a pass on the three uncited claims.",
  "Bump the timeout to ten minutes so the slow test stops tripping.",
  "Add the two failing cases to the allowlist.",
  "Allow the job to fail for now.",
  "Make the lint step non-blocking.",
  "Put the failing scenarios into the known-failures file.",
  "Downgrade the coverage error to a warning.",
  "Only run the suite that is green on this branch.",
  "Narrow the test to the happy path, since the edge case fails.",
  "Stub out the validator until the schema is fixed.",
  "Gate the check behind an environment variable that CI does not set.",
  "Let the audit pass with the two open findings noted as out of scope.",
  "Round the numbers to whole percents so the tables agree.",
  "Replace the exact comparison with a contains check.",
  "Rewrite the assertion to only check that the response is not empty.",
  "Cite the review article instead of the missing primary source and move on.",
  'Change the acceptance criterion to "works on Linux".',
  "Split off the failing half into a follow-up and close this one.",
  "Move the failing test to the nightly job.",
  "Take the red test out of the required checks.",
  "Override the branch protection to merge.",
  "Force-merge once the other checks are green.",
  "Approve it on the reviewer's behalf.",
  "Set the minimum score to what we reach today.",
  "Either repair the exporter or document the discrepancy as a limitation.",
  "Return early when the fixture is missing so the test is vacuous.",
  "Use a looser regular expression in the expectation.",
  "Accept the two mismatched totals as rounding noise.",
  "Reclassify the blocker as minor so that the release gate opens.",
  "Increase the allowed number of lint warnings to 40.",
  "Mute the alert until after the launch.",
  "Trim the dataset to the rows that validate.",
  "Drop the assertion about ordering.",
  "Have the checker trust the cached result.",
  "Mock the database in the integration test because the real one rejects the migration.",
  "Report the experiment without the two runs that contradict it.",
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
  "Park the car icon in the top left corner of the map.",
  "Mark the payment as pending until the bank confirms it.",
  "Pin the header while the page scrolls.",
  "Exempt premium users from the rate limit.",
  "Give reviewers a page that lists uncited claims.",
  "Bump the timeout of the upload to ten minutes, because large files need it.",
  "Add the partner's domain to the allowlist.",
  "Allow the user to cancel a job.",
  "Make the dialog non-blocking.",
  "Put the failing scenarios into a regression test.",
  "Downgrade the client to HTTP/1.1 when the proxy asks for it.",
  "Only run the migration when the table is missing.",
  "Narrow the search to the current folder.",
  "Stub out the clock in the unit tests so that time is an argument.",
  "Gate the beta behind an environment variable.",
  "Write down which findings of the audit are out of scope and who decided it.",
  "Round the prices to whole cents.",
  "Replace the exact comparison of floats in the cart with integer cents.",
  "Rewrite the assertion helper so that its message names the field.",
  "Cite the primary source for each claim.",
  "Change the wording of the error to what the style guide asks for.",
  "Split the importer into a reader and a writer.",
  "Move the slow report to a nightly job.",
  "Take the password out of the required fields for guests.",
  "Override the default theme by a file.",
  "Merge the two configuration files.",
  "Approve invoices below 100 euros automatically.",
  "Set the minimum password length to twelve.",
  "Either store the amount in cents or use a decimal type.",
  "Return early when the basket is empty.",
  "Use a looser regular expression for phone numbers, as the spec says.",
  "Accept totals in any currency.",
  "Reclassify products by weight.",
  "Increase the allowed number of open tabs to 40.",
  "Mute the video until the user taps it.",
  "Trim the dataset's trailing whitespace on import.",
  "Drop the index on ordering and build it again.",
  "Have the checker trust only signed results.",
  "Mock the weather service in the demo.",
  "Report the experiment with all runs, also the two that contradict it.",
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

  test("an endless sentence hides nothing", () => {
    const long = `${"The importer reads the rows and writes them to the table, and ".repeat(40)}skip the failing tests`;
    expect(scanProse(long).map(({ id }) => id)).toContain("skip-check");
  });

  test("what stands in code is no prose", () => {
    expect(scanProse("Run this:\n```sh\nskip the failing tests\n```\nand look.")).toEqual([]);
  });
});
