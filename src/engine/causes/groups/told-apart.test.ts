/** Causes that only look alike, and some that do not look alike and are one: by texts, as a run would hand them over. */
import { expect, test } from "vitest";
import { classify } from "../../classify/classify.ts";
import type { SeenFailure } from "../seen-failure.ts";
import { addFailure, createPatternIndex, groupsOf } from "./pattern-index.ts";

function seen(id: string, tool: string, text: string): SeenFailure {
  const { class: of, subject, entities } = classify({ text, tool });
  return { id, tool, class: of, text, entities, ...(subject !== null && { subject }) };
}

function groups(...failures: readonly (readonly [tool: string, text: string])[]): number {
  const index = createPatternIndex();
  for (const [at, [tool, text]] of failures.entries()) addFailure(index, seen(`${at}`, tool, text));
  return groupsOf(index, 1).length;
}

test("repositories in two folders that git does not trust are two causes", () => {
  const distrusted = (folder: string) =>
    `fatal: detected dubious ownership in repository at '${folder}'\nTo add an exception for this directory, call:\n\n\tgit config --global --add safe.directory ${folder}`;
  expect(groups(["git", distrusted("/srv/shop")], ["make", distrusted("/srv/ledger")])).toBe(2);
  expect(groups(["git", distrusted("/srv/shop")], ["make", distrusted("/srv/shop")])).toBe(1);
});

test("a variable that nobody set is another cause than one that is set wrong", () => {
  expect(
    groups(
      ["gradle", "ERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH."],
      ["flutter", "ERROR: JAVA_HOME is set to an invalid directory: /srv/jdk-8"],
    ),
  ).toBe(2);
});

test("a key that nobody gave is another cause than one that is refused", () => {
  expect(
    groups(
      [
        "python",
        "openai.OpenAIError: The api_key client option must be set by setting the OPENAI_API_KEY environment variable",
      ],
      [
        "python",
        "openai.AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided: sk-…'}}",
      ],
    ),
  ).toBe(2);
});

test("the rate of one model is not that of another", () => {
  const limited = (model: string) =>
    `RateLimitError: 429 {"error":{"message":"Rate limit reached for model \`${model}\` on tokens per minute (TPM): Limit 6000"}}`;
  expect(groups(["groq", limited("llama-3.3-70b")], ["groq", limited("llama3-8b-8192")])).toBe(2);
  expect(groups(["groq", limited("llama-3.3-70b")], ["litellm", `GroqException: ${limited("llama-3.3-70b")}`])).toBe(1);
});

test("two tool servers that do not start are two causes", () => {
  const failed = (name: string) =>
    `⚠ MCP client for \`${name}\` failed to start: connection closed: initialize response`;
  expect(groups(["codex", failed("browser-box")], ["codex", failed("ledger-box")])).toBe(2);
});

test("hosts of one company with keys of their own are told apart", () => {
  const refused = (host: string) => `HTTP 401 Unauthorized from https://${host}/v1/chat/completions`;
  expect(groups(["continue", refused("api.mistral.ai")], ["continue", refused("codestral.mistral.ai")])).toBe(2);
});

test("compilers that were killed were killed by the same machine", () => {
  expect(
    groups(
      ["make", "g++: fatal error: Killed signal terminated program cc1plus\ncompilation terminated."],
      ["cmake", "cc: fatal error: Killed signal terminated program cc1\ncompilation terminated."],
    ),
  ).toBe(1);
});

test("two that are about the same rare thing meet, whatever else their lines name", () => {
  expect(
    groups(
      [
        "strands",
        "ValidationException: Invocation of model ID acme.sonnet-3-7-v1:0 with on-demand throughput isn't supported.",
      ],
      [
        "opencode",
        "AI_APICallError: undefined: Invocation of model ID acme.sonnet-3-7-v1:0 with on-demand throughput isn't supported. Retry your request with an inference profile.",
      ],
    ),
  ).toBe(1);
});

test("two that name nothing and say the very same sentence are one cause, and the group says which sentence", () => {
  const index = createPatternIndex();
  const said = "Timeout exceeded while the pool of runners was still waiting for a seat.";
  addFailure(index, seen("a", "simctl", `Traceback (most recent call last):\nRuntimeError: ${said}`));
  addFailure(index, seen("b", "make", `[ERROR] 09:12:44 job 17: ${said} Try later.\nmake: *** [sim] Error 2`));
  const [group] = groupsOf(index, 2);
  expect(group?.members).toEqual(["a", "b"]);
  expect(group?.shares).toContain('both say "timeout exceeded while the pool of runners was still waiting for a seat"');
});

test("sentences that differ in one name are two causes, and so are the same short words", () => {
  const said = (queue: string) => `Timeout exceeded while the pool of runners was still waiting for ${queue}.`;
  expect(groups(["simctl", said("alpha-tests")], ["make", said("beta-tests")])).toBe(2);
  expect(groups(["simctl", "It does not work."], ["make", "It does not work."])).toBe(2);
});

test("a full disk is one cause, in whatever words it is told", () => {
  expect(
    groups(
      ["docker", "failed to register layer: write /usr/lib/a.so: no space left on device"],
      [
        "psql",
        'ERROR:  could not extend file "base/16702/16733": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.',
      ],
    ),
  ).toBe(1);
});
