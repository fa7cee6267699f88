/**
 * Has pm2 (its own daemon, in a home of its own) supervise the child, until standard input ends; then ends the daemon.
 * As it comes, but for its limit of restarts; "lean" leaves away that it wraps the child and asks git about it.
 */
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pm2 from "pm2";

const call = (name, ...given) => promisify(pm2[name].bind(pm2))(...given);

await call("connect");
try {
  await call("start", {
    name: "child",
    script: fileURLToPath(new URL("../processes/restarted-child.js", import.meta.url)),
    exec_mode: "fork",
    autorestart: true,
    restart_delay: 0,
    max_restarts: 1_000_000,
    ...(process.argv[2] === "lean" && { pmx: false, vizion: false }),
  });
  process.stdin.resume();
  await once(process.stdin, "end");
  await call("delete", "child");
} finally {
  await call("killDaemon");
  pm2.disconnect();
}
process.exit(0);
