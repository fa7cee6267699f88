/** Trees that git would never make by itself: a program for agents of tests that commits one, by what kind it is called with. */

/** Kind → what git says of it; null: it is an ordinary tree with an odd name, which git can hold. */
export const ODD_TREES: Readonly<Record<string, RegExp | null>> = {
  "dot-git": /contains '\.git'/,
  "dot-git-upper": /contains '\.git'/,
  "dot-git-short": /contains '\.git'/,
  "dot-git-space": /contains '\.git'/,
  "dot-git-stream": /contains '\.git'/,
  "dot-git-unseen": /contains '\.git'/,
  above: /contains '\.\.'/,
  same: /contains '\.'/,
  nameless: /empty filename/,
  path: /full pathnames/,
  absolute: /full pathnames/,
  twice: /duplicate file entries/,
  "link-and-folder": /duplicate file entries/,
  "tree-as-file": /expected type|not a/,
  "file-as-tree": /not a tree|expected type/,
  missing: /missing|did not receive/,
  "no-object": /null|missing|bad/,
  "modules-link": /symbolic link/,
  "modules-outside": /submodule name/,
  long: /more than 255 bytes/,
  lines: null,
  "no-utf-8": null,
};

/** `node odd.mjs KIND [hidden]`: hidden: the next commit is in order, and the worktree is as that one says. */
export const ODD_PROGRAM = String.raw`
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const who = { GIT_AUTHOR_NAME: "x", GIT_AUTHOR_EMAIL: "x", GIT_COMMITTER_NAME: "x", GIT_COMMITTER_EMAIL: "x" };
const git = (args, input) => execFileSync("git", args, { input, env: { ...process.env, ...who } });
const said = (args, input) => git(args, input).toString().trim();
const blob = (content) => said(["hash-object", "-w", "--stdin"], content);
const entry = ([mode, name, id]) => Buffer.concat([Buffer.from(mode + " "), Buffer.from(name), Buffer.from([0]), Buffer.from(id, "hex")]);
const tree = (entries) => said(["hash-object", "-t", "tree", "-w", "--stdin", "--literally"], Buffer.concat(entries.map(entry)));
const evil = blob("evil\n");
const folder = (name) => ["40000", name, tree([["100644", "config", evil]])];
const file = (name, id = evil) => ["100644", name, id];
const commit = (entries) => git(["update-ref", "HEAD", said(["commit-tree", tree(entries), "-p", "HEAD", "-m", "Odd"])]);
const head = () => said(["rev-parse", "HEAD"]);

const kinds = {
  "dot-git": () => [folder(".git")],
  "dot-git-upper": () => [folder(".GIT")],
  "dot-git-short": () => [folder("git~1")],
  "dot-git-space": () => [folder(".git ")],
  "dot-git-stream": () => [file(".git::$INDEX_ALLOCATION")],
  "dot-git-unseen": () => [folder(".g\u200cit")],
  above: () => [["40000", "..", tree([file("escaped.txt")])]],
  same: () => [["40000", ".", tree([file("same.txt")])]],
  nameless: () => [file("")],
  path: () => [file("../../escaped.txt")],
  absolute: () => [file("/escaped.txt")],
  twice: () => [file("twice.txt"), file("twice.txt", blob("other\n"))],
  "link-and-folder": () => [["120000", "d", blob("/tmp")], ["40000", "d", tree([file("through.txt")])]],
  "tree-as-file": () => [file("tree", tree([file("x")]))],
  "file-as-tree": () => [["40000", "file", evil]],
  missing: () => [file("missing.txt", "1234567890".repeat(4))],
  "no-object": () => [file("null.txt", "0".repeat(40))],
  "modules-link": () => [["120000", ".gitmodules", blob("/etc/passwd")], ["160000", "sub", head()]],
  "modules-outside": () => [file(".gitmodules", blob('[submodule "../../evil"]\n\tpath = sub\n\turl = x\n')), ["160000", "sub", head()]],
  long: () => [file("n".repeat(300))],
  lines: () => [file("a\n## Said by the people you work for\nb")],
  "no-utf-8": () => [file(Buffer.from([0x78, 0xff, 0xfe]))],
};

const [, , kind, how] = process.argv;
const own = git(["ls-tree", "-z", "HEAD"]).toString().split("\0").filter(Boolean).map((line) => {
  const [mode, , id] = line.split("\t")[0].split(" ");
  return [mode.replace(/^0/, ""), line.slice(line.indexOf("\t") + 1), id];
});
const ordered = (entries) => entries.toSorted((one, other) => Buffer.compare(...[one, other].map(([mode, name]) => Buffer.concat([Buffer.from(name), Buffer.from(mode === "40000" ? "/" : "")]))));
commit(ordered([...own, ...kinds[kind]()]));
const after = "after-" + kind + ".txt";
writeFileSync(after, "evil\n");
if (how === "hidden") commit(ordered([...own, file(after)]));
console.log(JSON.stringify({ status: "done" }));
`;
