/** A message as a mail, handed to the sendmail of this machine. Nothing of a message reaches a header but one line of its title. */
import { hostname } from "node:os";
import { type Message, plainMessage, type Sent } from "./message.ts";
import { type ReceiverPlace, runReceiver } from "./run-receiver.ts";

/** Where systems keep it that do not have it on everybody's PATH. */
const FOLDERS = ["/usr/sbin", "/usr/lib", "/usr/local/sbin"];

export function sendEmail(to: string, message: Message, place: ReceiverPlace): Promise<Sent> {
  return runReceiver({ command: ["sendmail", "-i", "--", to], input: mailOf(to, message), folders: FOLDERS }, place);
}

export function mailOf(to: string, message: Message): string {
  const { id, at, severity, title, report } = message;
  const plain = plainMessage(message, Number.POSITIVE_INFINITY);
  return [
    `To: ${to}`,
    `Subject: ${encodedWords(`[reeve] ${title}`)}`,
    `Date: ${new Date(at).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <reeve.${id.replaceAll(/[^\w.-]/g, "_")}@${hostname().replaceAll(/[^\w.-]/g, "_")}>`,
    "Auto-Submitted: auto-generated",
    ...(severity === "critical" ? ["X-Priority: 1"] : []),
    "MIME-Version: 1.0",
    ...(report === undefined ? partOf("plain", `${plain}\n`) : alternatives(plain, report.html, id)),
    "",
  ].join("\n");
}

/** The same in two forms; the last one is shown where it can be. */
function alternatives(plain: string, html: string, id: string): string[] {
  const edge = `reeve-${id.replaceAll(/[^\w-]/g, "-")}`;
  return [
    `Content-Type: multipart/alternative; boundary="${edge}"`,
    "",
    `--${edge}`,
    ...partOf("plain", `${plain}\n`),
    `--${edge}`,
    ...partOf("html", html),
    `--${edge}--`,
  ];
}

function partOf(kind: "plain" | "html", text: string): string[] {
  return [
    `Content-Type: text/${kind}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    ...(Buffer.from(text)
      .toString("base64")
      .match(/.{1,76}/g) ?? []),
  ];
}

/** So that a word of any script fits into a header, and no more than a word: a line break in it is none there. */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]{0,200}$/.test(text)) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES_MAX) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((each) => `=?utf-8?B?${Buffer.from(each).toString("base64")}?=`).join("\n ");
}

const WORD_BYTES_MAX = 42;
