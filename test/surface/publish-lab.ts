/** A repository with a real bare remote beside it, for tests of what reaches a remote. */
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Proposal, Publication, PublishedPart } from "../../src/domain/delivery/surface.ts";
import { openSurface } from "../../src/effects/surface/surface.ts";
import { aRepository, gitIn, type TestRepository } from "../repository.ts";

export const BRANCH = "reeve/r1/integration";
export const NO_GH = { PATH: "/nowhere" };

export interface PublishLab {
  readonly repository: TestRepository;
  /** Holds the repository and the remote; gone after the test. */
  readonly home: string;
  readonly remote: string;
  readonly publish: (env: NodeJS.ProcessEnv, ...proposals: Proposal[]) => Promise<Publication>;
  /** A new commit on a branch, made from main where there is none yet. */
  readonly commitOn: (branch: string, file: string) => string;
  readonly onRemote: (branch: string) => string;
}

export function aPublishLab(): PublishLab {
  const repository = aRepository();
  onTestFinished(() => repository.remove());
  const home = dirname(repository.dir);
  const remote = join(home, "remote.git");
  gitIn(home, "init", "--quiet", "--bare", "--initial-branch=main", remote);
  repository.git("remote", "add", "origin", remote);
  repository.git("push", "--quiet", "origin", "main");
  return {
    repository,
    home,
    remote,
    publish: (env, ...proposals) => openSurface(repository.dir, env).publish({ proposals }),
    commitOn: (branch, file) => commitOn(repository, branch, file),
    onRemote: (branch) => gitIn(remote, "rev-parse", `refs/heads/${branch}`),
  };
}

export function proposal(given: Partial<Proposal>): Proposal {
  return { branch: BRANCH, commit: "", base: "main", title: "A title", body: "", draft: false, ...given };
}

/** The only part there is. */
export function partOf(publication: Publication): PublishedPart {
  if (publication.type !== "published" || !publication.parts[0]) throw new Error(JSON.stringify(publication));
  return publication.parts[0];
}

function commitOn(repository: TestRepository, branch: string, file: string): string {
  const exists = repository.git("branch", "--list", branch) !== "";
  repository.git("checkout", "--quiet", ...(exists ? [branch] : ["-b", branch, "main"]));
  repository.write(file, `${branch}\n`);
  const commit = repository.commit(`Add ${file}`);
  repository.git("checkout", "--quiet", "main");
  return commit;
}
