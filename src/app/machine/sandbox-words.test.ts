import { expect, test } from "vitest";
import { NO_SANDBOX } from "../../domain/spec/sandbox.ts";
import { sandboxRefusal, sandboxText } from "./sandbox-words.ts";

const walls = { kind: "bubblewrap", program: "/usr/bin/bwrap", ownProcesses: true, network: true } as const;
const NONE = { type: "none", why: "bubblewrap is not installed, and unshare is not installed" } as const;

test("`on` refuses to start where nothing puts up walls, in one sentence with what to do; `auto` only tells", () => {
  const on = { ...NO_SANDBOX, mode: "on" } as const;
  expect(sandboxRefusal(NONE, on)).toMatch(/offers none: bubblewrap is not installed.*Install bubblewrap/);
  expect(sandboxRefusal(NONE, { ...on, mode: "auto" })).toBeNull();
  expect(sandboxText(NONE, on)).toContain("agents and gates run with all your rights");
});

test("`on` refuses a network that cannot be closed; what is less than wanted is said", () => {
  const wanted = { ...NO_SANDBOX, mode: "on", network: "none" } as const;
  const state = { type: "up", walls: { ...walls, ownProcesses: false }, openNetwork: true } as const;
  expect(sandboxRefusal(state, wanted)).toContain("the network cannot be closed here");
  expect(sandboxRefusal({ ...state, openNetwork: false }, wanted)).toBeNull();
  expect(sandboxText(state, wanted)).toMatch(/processes are not, and the network stays open, because `none`/);
});
