/** A repository with a proved integration branch beside `main`, to be landed in tests. Sees no configuration but its own. */
import { beforeEach, onTestFinished, vi } from "vitest";
import type { Landing, LandWish } from "../../src/domain/delivery/surface.ts";
import { openSurface } from "../../src/effects/surface/surface.ts";
import { aRepository, type TestRepository } from "../repository.ts";

export const BRANCH = "reeve/r1/integration";

export interface LandingLab {
  readonly repository: TestRepository;
  readonly base: string;
  readonly proved: string;
  readonly wish: (given?: Partial<LandWish>) => LandWish;
  readonly land: (given?: Partial<LandWish>) => Promise<Landing>;
  /** One more commit on `main`, which is checked out. */
  readonly moveMain: (file: string, text: string) => string;
}

/** The repository has `shared.txt` and `own.txt`; the branch changes the one and adds `new.txt`. */
export function aLandingLab(): LandingLab {
  const repository = aRepository({ "shared.txt": "one\n", "own.txt": "mine\n" });
  onTestFinished(() => repository.remove());
  const base = repository.head();
  repository.git("checkout", "--quiet", "-b", BRANCH);
  repository.write("shared.txt", "two\n");
  repository.write("new.txt", "new\n");
  const proved = repository.commit("Work of r1");
  repository.git("checkout", "--quiet", "main");
  const wish = (given: Partial<LandWish> = {}): LandWish => ({
    run: "r1",
    title: "Do it",
    branch: BRANCH,
    commit: proved,
    into: "main",
    base: null,
    how: "any",
    ...given,
  });
  return {
    repository,
    base,
    proved,
    wish,
    land: (given) => openSurface(repository.dir).land(wish(given)),
    moveMain: (file, text) => {
      repository.write(file, text);
      return repository.commit("Move on");
    },
  };
}

/** Nobody's own settings of git play a part in a test. */
export function withoutOwnGitSettings(): void {
  beforeEach(() => {
    vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
    vi.stubEnv("GIT_CONFIG_NOSYSTEM", "1");
    return () => vi.unstubAllEnvs();
  });
}
