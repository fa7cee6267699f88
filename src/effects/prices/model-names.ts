/**
 * Under which names a model may be listed: as it is called, and without what agents and brokers put around the name.
 * Never a different model: a number or a word of the name itself is not dropped.
 */

/** Most exact first, each once. */
export function modelNames(called: string): readonly string[] {
  const name = called.trim().slice(0, NAME_LENGTH_MAX);
  const bare = name.replace(/\[[^\]]*\]$/, ""); // `claude-x[1m]`: the size of the window is not part of the name
  const last = bare.slice(bare.lastIndexOf("/") + 1); // `openrouter/anthropic/claude-x`, `models/gemini-x`
  return [...new Set([name, bare, last])].filter((each) => each !== "");
}

const NAME_LENGTH_MAX = 200;
