/** Agents of faults, in a few words of shell. Signs lie in the project, where the test looks for them. */
export const DONE = `echo "$REEVE_TASK_ID" > "$REEVE_TASK_ID.txt"; echo '{"status":"done"}'`;
/** Says that it is there, then works until the project has a file `go`. */
export const UNTIL_GO = `touch "$REEVE_PROJECT/here-$REEVE_TASK_ID"; until [ -e "$REEVE_PROJECT/go" ]; do sleep 0.05; done; ${DONE}`;

export function planOf(...tasks: readonly string[]): string {
  const lines = tasks.map((task) => `  - { ${task.includes(":") ? task : `id: ${task}`}, prompt: Work. }\n`);
  return `title: A fault\ntasks:\n${lines.join("")}`;
}
