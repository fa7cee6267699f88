/** An agent that asks and goes away in the middle. */
import { request } from "node:http";
import { AGENT, ATTEMPT, type Lab, type Question } from "./lab.ts";

/** Returns how it goes away. `onChunk` is called for all that arrives before. */
export function hangUp(lab: Pick<Lab, "gateway">, question: Question, onChunk: (chunk: Buffer) => void = () => {}) {
  const { vendor, path, attempt = ATTEMPT, agent = AGENT } = question;
  const url = `${lab.gateway.urlFor(agent, attempt, vendor)}${path}`;
  const sent = request(url, { method: "POST", headers: { "x-api-key": "secret-key" }, agent: false });
  sent.on("error", () => {});
  sent.on("response", (response) => {
    response.on("data", onChunk);
    response.on("error", () => {});
  });
  sent.end("{}");
  return () => sent.destroy();
}
