/** What the commits of a branch bring in, read from a real repository. */
import { expect, onTestFinished, test } from "vitest";
import { aRepository } from "../../../../test/repository.ts";
import { openGit } from "../../git/git.ts";
import { pathInProject } from "../../workspace/changeset/changes.ts";
import { type PastPart, type PastText, readHistory } from "./branch-history.ts";

async function all(parts: AsyncIterable<PastPart>): Promise<PastPart[]> {
  const list: PastPart[] = [];
  for await (const part of parts) list.push(part);
  return list;
}

function aBranch(files: Readonly<Record<string, string>> = { kept: "as it was\n" }, prefix = "") {
  const repository = aRepository(files);
  onTestFinished(() => repository.remove());
  const base = repository.head();
  const read = async (): Promise<PastPart[]> => {
    const git = openGit(repository.dir);
    const branch = { git, base, commit: repository.head(), toProject: pathInProject(prefix) };
    return await all(readHistory(branch));
  };
  const texts = async (): Promise<PastText[]> => {
    const parts = await read();
    return parts.flatMap((part) => (part.type === "texts" ? part.texts : []));
  };
  const fileTexts = async () =>
    (await texts())
      .filter(({ path, isNow }) => !isNow && !path.startsWith("message of commit "))
      .map(({ path, text }) => ({ path, text }));
  return { repository, read, texts, files: fileTexts };
}

test("a branch without commits of its own brings in nothing", async () => {
  expect(await aBranch().read()).toEqual([]);
});

test("one commit brings in its message and its files", async () => {
  const { repository, texts } = aBranch();
  repository.write("new", "new\n");
  const commit = repository.commit("The reason\n\nand more");
  expect(await texts()).toEqual([
    { path: `message of commit ${commit.slice(0, 10)}`, text: "The reason\n\nand more\n", isNow: false },
    { path: "new", text: "new\n", isNow: true },
  ]);
});

test("earlier versions and files that came and went are brought in, once each, seen from the project", async () => {
  const { repository, files } = aBranch({ "pkg/kept": "as it was\n" }, "pkg/");
  repository.write("pkg/kept", "on the way\n");
  repository.write("gone with\ta tab", "passing é\n");
  repository.commit("One");
  repository.git("rm", "--quiet", "gone with\ta tab");
  repository.write("pkg/kept", "in the end\n");
  repository.commit("Two");
  const found = (await files()).toSorted((a, b) => a.path.localeCompare(b.path));
  expect(found).toEqual([
    { path: "../gone with\ta tab", text: "passing é\n" },
    { path: "kept", text: "on the way\n" },
  ]);
});

test("so is what only a merged branch of the agent's own has had", async () => {
  const { repository, files } = aBranch();
  repository.git("switch", "--quiet", "--create", "side");
  repository.write("side", "only here\n");
  repository.commit("Side");
  repository.git("rm", "--quiet", "side");
  repository.commit("Gone");
  repository.git("switch", "--quiet", "-");
  repository.write("main", "main\n");
  repository.commit("Main");
  repository.git("merge", "--quiet", "--no-edit", "side");
  expect(await files()).toEqual([{ path: "side", text: "only here\n" }]);
});

test("a path that reads like a line of git's hides nothing", async () => {
  const { repository, files } = aBranch();
  repository.write("passing", "key\n");
  const id = repository.git("hash-object", "passing");
  repository.commit("One");
  repository.git("rm", "--quiet", "passing");
  repository.write(`:100644 100644 ${"0".repeat(40)} ${id} M`, "x\n");
  repository.commit("Two");
  expect(await files()).toEqual([{ path: "passing", text: "key\n" }]);
});

test("what stands among zeros is read without them, in UTF-16 and UTF-32, whichever end comes first, and parted by them", async () => {
  const { repository, files } = aBranch();
  const wide = (bytes: number, at: number) => [..."key"].map((c) => "\0".repeat(at) + c + "\0".repeat(bytes - at - 1));
  repository.write("16le", wide(2, 0).join(""));
  repository.write("16be", wide(2, 1).join(""));
  repository.write("32le", wide(4, 0).join(""));
  repository.write("binary", "\0\0key\n\0");
  repository.commit("One");
  repository.git("rm", "--quiet", "16le", "16be", "32le", "binary");
  repository.commit("Two");
  const read = Map.groupBy(await files(), ({ path }) => path);
  expect([...read.keys()].toSorted()).toEqual(["16be", "16le", "32le", "binary"]);
  for (const texts of read.values()) expect(texts[0]?.text.trim()).toBe("key");
  expect(read.get("binary")?.[1]?.text.trim()).toBe("key");
});

test("what is too large is told", async () => {
  const { repository, read, files } = aBranch();
  repository.write("large", `${"x".repeat(64 * 1024 * 1024)}x`);
  repository.commit("One");
  repository.git("rm", "--quiet", "large");
  repository.commit("Two");
  expect(await files()).toEqual([]);
  expect((await read()).at(-1)).toEqual({ type: "unseen", paths: ["large"] });
});

test("many versions come in parts that are bounded, all of them", async () => {
  const { repository, read } = aBranch();
  for (let n = 0; n < 4; n += 1) {
    repository.write("page", `${n}\n${"x".repeat(3 * 1024 * 1024)}`);
    repository.commit(`Version ${n}`);
  }
  repository.write("page", "short\n");
  repository.commit("Last");
  const parts = (await read()).slice(1);
  expect(parts.map((part) => (part.type === "texts" ? part.texts.length : part))).toEqual([3, 2]);
});

test("a repository that cannot be read is a failure", async () => {
  const { repository } = aBranch();
  const git = openGit(repository.dir);
  const gone = { git, base: repository.head(), commit: "f".repeat(40), toProject: (path: string) => path };
  expect(await all(readHistory(gone))).toMatchObject([{ type: "failed" }]);
});
