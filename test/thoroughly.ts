/**
 * Which cases, or how many, a test plays that gets better with every one of them: enough to find a coarse mistake before a commit, and
 * all of them in `npm run test:all`, which sets `REEVE_TESTS=all`.
 */
export function thoroughly<Cases>(all: Cases, quick: Cases): Cases {
  return process.env["REEVE_TESTS"] === "all" ? all : quick;
}
