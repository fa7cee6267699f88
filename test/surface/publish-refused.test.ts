/** What keeps work from a remote; then nothing there is changed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openSurface } from "../../src/effects/surface/surface.ts";
import { aRepository } from "../repository.ts";
import { withoutOwnGitSettings } from "./landing-lab.ts";
import { aPublishLab, BRANCH, NO_GH, type PublishLab, partOf, proposal } from "./publish-lab.ts";

let lab: PublishLab;
withoutOwnGitSettings();
beforeEach(() => {
  lab = aPublishLab();
});

describe("refusals", () => {
  it("a remote branch with other commits is left as it is", async () => {
    const foreign = lab.commitOn("elsewhere", "x");
    lab.repository.git("push", "--quiet", "origin", `elsewhere:${BRANCH}`);
    const publication = await lab.publish(NO_GH, proposal({ commit: lab.commitOn(BRANCH, "a") }));
    expect(partOf(publication)).toMatchObject({ type: "refused", because: expect.stringContaining("`--branch`") });
    expect(lab.onRemote(BRANCH)).toBe(foreign);
  });

  it("a remote branch with commits that are unknown here is left as it is", async () => {
    const other = aRepository({ "other.txt": "another clone\n" });
    other.git("push", "--quiet", lab.remote, `HEAD:refs/heads/${BRANCH}`);
    const publication = await lab.publish(NO_GH, proposal({ commit: lab.commitOn(BRANCH, "a") }));
    expect(partOf(publication).type).toBe("refused");
    expect(lab.onRemote(BRANCH)).toBe(other.head());
    other.remove();
  });

  it("what the remote's own hook says is handed on", async () => {
    mkdirSync(join(lab.remote, "hooks"), { recursive: true });
    const hook = "#!/bin/sh\necho 'only on Fridays' >&2\nexit 1\n";
    writeFileSync(join(lab.remote, "hooks", "pre-receive"), hook, { mode: 0o755 });
    const publication = await lab.publish(NO_GH, proposal({ commit: lab.commitOn(BRANCH, "a") }));
    expect(partOf(publication)).toMatchObject({
      type: "refused",
      because: "origin did not take it: only on Fridays; [remote rejected] (pre-receive hook declined)",
    });
  });

  it("a commit that is gone, and a name that is none", async () => {
    const gone = await lab.publish(NO_GH, proposal({ commit: "0123456789".repeat(4) }));
    expect(partOf(gone)).toMatchObject({
      type: "refused",
      because: expect.stringContaining("no longer in this repository"),
    });
    const odd = await lab.publish(NO_GH, proposal({ branch: "a..b", commit: lab.repository.head() }));
    expect(partOf(odd)).toMatchObject({ type: "refused", because: "a..b is not a valid branch name" });
  });

  it("no remote at all, and one that does not exist", async () => {
    const none = aRepository();
    const surface = openSurface(none.dir, NO_GH);
    const wish = { proposals: [proposal({ commit: none.head() })] };
    expect(await surface.publish(wish)).toMatchObject({ type: "no_remote", asked: false });
    expect(await surface.publish({ ...wish, remote: "--upload-pack=evil" })).toMatchObject({
      type: "no_remote",
      asked: true,
    });
    none.remove();
  });

  it("a remote that does not answer", async () => {
    lab.repository.git("remote", "set-url", "origin", "https://me:secret@localhost:1/x.git");
    const publication = await lab.publish(NO_GH, proposal({ commit: lab.repository.head() }));
    expect(publication).toMatchObject({ type: "failed", sentence: expect.stringMatching(/Nothing was pushed\.$/) });
    expect(JSON.stringify(publication)).not.toContain("secret");
  });
});
