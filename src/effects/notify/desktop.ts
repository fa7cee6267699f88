/** A message on the person's own screen: `notify-send` on Linux, `osascript` on macOS, and the bell of the terminal. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { Severity } from "../../domain/spec/notify.ts";
import { type Message, notSent, plainMessage, SENT, type Sent } from "./message.ts";
import { type ReceiverPlace, runReceiver } from "./run-receiver.ts";

const URGENCY: Readonly<Record<Severity, string>> = {
  info: "low",
  warning: "normal",
  high: "normal",
  critical: "critical",
};

/** What is said is an argument there, never a part of the script. */
const OSASCRIPT = [
  "on run argv",
  "display notification (item 2 of argv) with title (item 1 of argv)",
  "end run",
].flatMap((line) => ["-e", line]);

export function sendDesktop(message: Message, platform: NodeJS.Platform, place: ReceiverPlace): Promise<Sent> {
  const text = plainMessage(message);
  const title = `Reeve: ${message.title}`;
  const command =
    platform === "darwin"
      ? ["osascript", ...OSASCRIPT, title, text]
      : ["notify-send", "--app-name=Reeve", `--urgency=${URGENCY[message.severity]}`, "--", title, markupSafe(text)];
  return runReceiver({ command }, place);
}

/** Many desktops read markup in what they are shown. */
function markupSafe(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Where Reeve has no terminal, there is no bell to ring. */
export function ringBell(terminal = "/dev/tty"): Sent {
  try {
    const tty = openSync(terminal, "w");
    try {
      writeSync(tty, "\u0007");
    } finally {
      closeSync(tty);
    }
    return SENT;
  } catch {
    return notSent("Reeve has no terminal here", true);
  }
}
