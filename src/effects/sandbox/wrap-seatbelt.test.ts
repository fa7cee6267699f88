import { expect, test } from "vitest";
import { seatbeltProfile } from "./wrap-seatbelt.ts";

test("the profile closes everything for writing, opens what is the agent's, and hides what is secret, later rules last", () => {
  const text = seatbeltProfile(
    [
      { type: "instead", path: "/home-of-me", from: "/box/home" },
      { type: "read", path: "/home-of-me/.config" },
      { type: "empty", path: "/home-of-me/.ssh" },
      { type: "write", path: '/home-of-me/a "project"' },
      { type: "empty", path: "/home-of-me/project/.reeve" },
      { type: "write", path: "/home-of-me/project/.reeve/worktrees/r1/a" },
      { type: "seal", path: "/home-of-me/project/.reeve" },
    ],
    { home: "/home-of-me", temps: ["/private/tmp"], closedNetwork: true },
  );
  expect(text.split("\n")).toEqual([
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    "(deny network-outbound)",
    '(allow network-outbound (remote ip "localhost:*"))',
    '(allow file-write* (subpath "/dev"))',
    '(allow file-write* (subpath "/private/tmp"))',
    '(allow file-read* (subpath "/home-of-me/.config"))',
    '(deny file-write* (subpath "/home-of-me/.config"))',
    '(deny file-read* (subpath "/home-of-me/.ssh"))',
    '(deny file-write* (subpath "/home-of-me/.ssh"))',
    '(allow file-read* (subpath "/home-of-me/a \\"project\\""))',
    '(allow file-write* (subpath "/home-of-me/a \\"project\\""))',
    '(deny file-read* (subpath "/home-of-me/project/.reeve"))',
    '(deny file-write* (subpath "/home-of-me/project/.reeve"))',
    '(allow file-read* (subpath "/home-of-me/project/.reeve/worktrees/r1/a"))',
    '(allow file-write* (subpath "/home-of-me/project/.reeve/worktrees/r1/a"))',
    "",
  ]);
});
