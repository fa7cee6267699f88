/** pause, resume, retry, skip, answer, tell, reject: an order to a run, and what became of it in one sentence. */
import { randomUUID } from "node:crypto";
import { giveOrder, type OrderGiven } from "../../../app/orders/give-order.ts";
import { findProject } from "../../../app/project/project.ts";
import type { PersonInput } from "../../../engine/input.ts";
import { MASKED_TEXT, orderText } from "../../order-given-words.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type CommonOptions, type Io, print, printErr, printJson } from "../io.ts";
import { refuse } from "../refuse.ts";

export async function orderCommand(io: Io, order: PersonInput, { run, json }: CommonOptions): Promise<ExitCode> {
  const given = await giveOrder(findProject(io.cwd), { run, order, now: io.now() });
  return given.ok ? showOrder(io, given.value, json) : refuse(io, json, given.refusal);
}

export function tellCommand(io: Io, task: string, text: string, options: CommonOptions): Promise<ExitCode> {
  return orderCommand(io, { type: "tell", task, message: randomUUID().slice(0, 8), text }, options);
}

export function showOrder(io: Io, given: OrderGiven, json: boolean | undefined): ExitCode {
  const { how, told, answer, masked } = given;
  const text = orderText(given);
  const more = answer && { answer };
  if (json)
    printJson(io, {
      taken: how === "done" || how === "needless",
      text,
      ...(told && { told: told.how }),
      ...more,
      ...(masked && { masked }),
    });
  else print(io, [text]);
  if (masked) printErr(io, MASKED_TEXT);
  return EXIT.ok;
}
