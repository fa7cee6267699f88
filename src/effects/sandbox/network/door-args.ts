/**
 * What goes before a program whose network is closed: a relay that listens inside where Reeve listens outside, and passes
 * on through the one socket that is laid into the sandbox. The program starts when the relay is ready. Arguments only.
 */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** Sockets in the folder of a run's doors: to Reeve's own ports, and to hosts that a person named. */
export const SOCKETS = { reeve: "door", hosts: "proxy" } as const;

/** `addresses`: where Reeve is reached, as the program is told. */
export function doorArgs(doors: string, addresses: readonly string[]): readonly string[] {
  const ports = addresses.map((address) => new URL(address).port).filter((port) => port !== "");
  return ["/bin/sh", "-c", START, "sh", process.execPath, relayFile(), doors, ports.join(",")];
}

/** Not the program's child: it must not be waited for. What heeds a proxy is told of it; the rest reaches nobody. */
const START = `
node=$1 relay=$2 doors=$3 ports=$4
shift 4
mkfifo /tmp/.reeve-ready || exit 125
(NODE_OPTIONS='' "$node" "$relay" "$doors" "$ports" >/tmp/.reeve-ready 2>/dev/null </dev/null &)
read -r proxy </tmp/.reeve-ready
rm -f /tmp/.reeve-ready
[ -n "$proxy" ] || { echo "reeve sandbox: its relay did not start" >&2; exit 125; }
HTTP_PROXY=http://127.0.0.1:$proxy HTTPS_PROXY=http://127.0.0.1:$proxy ALL_PROXY=
http_proxy=$HTTP_PROXY https_proxy=$HTTPS_PROXY all_proxy=
NO_PROXY=127.0.0.1,localhost no_proxy=127.0.0.1,localhost NODE_USE_ENV_PROXY=1
export HTTP_PROXY HTTPS_PROXY http_proxy https_proxy ALL_PROXY all_proxy NO_PROXY no_proxy NODE_USE_ENV_PROXY
exec "$@"`;

/** The same extension as this file: `.ts` in development, `.js` when built. */
function relayFile(): string {
  const extension = extname(fileURLToPath(import.meta.url));
  return fileURLToPath(new URL(`./relay${extension}`, import.meta.url));
}
