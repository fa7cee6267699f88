/** A door of Reeve's in a process of its own, for tests that take its file descriptors away. Says its port, then its troubles. */
import { listenOnLoopback } from "../../src/effects/loopback/listen-on-loopback.ts";
import { openDoor } from "../../src/effects/loopback/open-door.ts";

const door = openDoor({
  serve: (request, response) => {
    door.welcome(request);
    response.end("served");
  },
  bodyMs: 60_000,
  onTrouble: (sentence) => process.stdout.write(`${sentence}\n`),
});
process.stdout.write(`${await listenOnLoopback(door.server, 0)}\n`);
