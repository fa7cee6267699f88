/** The plan of a dispatched item: one task, with what its worker reads. Text only. */
import { stringify } from "yaml";
import type { Config } from "../../../domain/spec/config.ts";
import type { EpicBody, Item } from "../../../systems/epic/body/epic-body.ts";
import { promptOf, taskIdOf } from "../../../systems/epic/dispatch/worker-prompt.ts";
import { registryOf } from "../registry.ts";

export function planText(config: Config, body: EpicBody, item: Item, name: string, base: string | null): string {
  const worker = registryOf(config).find((each) => each.name === name);
  return stringify({
    title: `${item.id}: ${item.title}`,
    ...(base !== null && { base }),
    tasks: [
      {
        id: taskIdOf(item.id),
        title: item.title,
        prompt: promptOf(body, item),
        ...(worker !== undefined && { agent: worker.agent }),
        ...(worker?.tier !== undefined && { tier: worker.tier }),
      },
    ],
  });
}
