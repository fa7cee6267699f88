/**
 * A program that stands in for `gh`: a small script in a folder of its own, to be put on PATH. It writes down what it was
 * called with and remembers the pull requests it was asked to open.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface StandInGh {
  /** An environment in which it is the only `gh`. */
  readonly env: NodeJS.ProcessEnv;
  /** The arguments of every call so far. */
  readonly calls: () => readonly (readonly string[])[];
  /** The text of the pull request that was opened last. */
  readonly body: () => string;
}

export interface GhManners {
  readonly loggedIn?: boolean;
  /** What it says instead of opening a pull request. */
  readonly refusal?: string;
}

export function standInGh(home: string, { loggedIn = true, refusal = "" }: GhManners = {}): StandInGh {
  const bin = join(home, "gh-bin");
  mkdirSync(join(bin, "opened"), { recursive: true });
  writeFileSync(join(bin, "gh"), SCRIPT);
  chmodSync(join(bin, "gh"), 0o755);
  const calls = join(bin, "calls");
  return {
    env: { PATH: `${bin}:/usr/bin:/bin`, GH_LOGGED_IN: loggedIn ? "yes" : "no", GH_REFUSAL: refusal },
    calls: () =>
      (existsSync(calls) ? readFileSync(calls, "utf8") : "")
        .split("\n\n")
        .filter((call) => call !== "")
        .map((call) => call.split("\n")),
    body: () => readFileSync(join(bin, "body"), "utf8"),
  };
}

const SCRIPT = `#!/bin/sh
here=\${0%/*}
printf '%s\\n' "$@" >> "$here/calls"
echo >> "$here/calls"
for word in "$@"; do
  case $word in --head=*) name=$(printf %s "\${word#--head=}" | tr / _) ;; esac
done
case "$1 $2" in
"auth status")
  [ "$GH_LOGGED_IN" = yes ] || { echo "You are not logged into any GitHub hosts." >&2; exit 1; } ;;
"pr list")
  if [ -e "$here/opened/$name" ]; then printf '[{"url":"%s"}]\\n' "$(cat "$here/opened/$name")"; else echo '[]'; fi ;;
"pr create")
  [ -z "$GH_REFUSAL" ] || { printf '%s\\n' "$GH_REFUSAL" >&2; exit 1; }
  cat > "$here/body"
  url=https://forge.example/pull/$(($(ls "$here/opened" | wc -l) + 1))
  printf %s "$url" > "$here/opened/$name"
  echo "Creating pull request" >&2
  echo "$url" ;;
*)
  echo "unknown command $1" >&2
  exit 1 ;;
esac
`;
