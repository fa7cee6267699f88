/** What the demo promises to show, as patterns of its output, whoever works in it. */

export const STORIES: Readonly<Record<string, RegExp>> = {
  "tasks run side by side":
    /api: attempt 1 starts[\s\S]*page: attempt 1 starts[\s\S]*docs: attempt 1 starts[\s\S]*attempt 1 says/,
  "a crash is restarted, and the agent told why":
    /api: attempt 1 failed: .*SIGKILL[\s\S]*api: attempt 2 starts \(\w+\).*; its prompt says why/,
  "a wrong answer is asked for again":
    /docs: attempt 1 failed: .*\(malformed_output\)[\s\S]*docs: gets the same input again \(1 of 3\)/,
  "a gang restarts from the one that fell":
    /schema: attempt 1 failed[\s\S]*report: restarts with its gang database[\s\S]*seed: restarts with its gang database/,
  "what is not done is found by a gate and sent back with its output":
    /page: is not done: `sh check\.sh`[\s\S]*page: attempt 2 starts[\s\S]*page: is merged[\s\S]*You were restarted: [\s\S]*leads to page\.js/,
  "a merge conflict is resolved by the task that came second":
    /(api|page): is sent back: it conflicts with (?:api|page) in 1 file[\s\S]*\1: attempt 3 starts[\s\S]*\1: is merged[\s\S]*reeve review[\s\S]*Merge \1/,
  "a question is asked and answered":
    /prices: asks you \(q1\): Are prices[\s\S]*q1 is answered: with tax[\s\S]*prices: attempt 2 says it is done/,
  "Reeve itself is killed and goes on":
    /killed with -9[\s\S]*\$ reeve run\n[\s\S]*is working on the run[\s\S]*All 9 tasks are done/,
};
