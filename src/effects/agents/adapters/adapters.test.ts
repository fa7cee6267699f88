import { expect, test } from "vitest";
import { ADAPTERS } from "../../../config/config-schema.ts";
import { drivers } from "../drivers/drivers.ts";
import { agentAdapters } from "./adapters.ts";

test("every adapter that reeve.yaml can name is there, under its own name, and Reeve's own", () => {
  expect(Object.keys(agentAdapters).toSorted()).toEqual([...ADAPTERS, "checkpoint"].toSorted());
  for (const [name, adapter] of Object.entries(agentAdapters)) expect(adapter.name).toBe(name);
});

test("every driver has an adapter, and knows its own name", async () => {
  for (const [name, load] of Object.entries(drivers)) {
    expect(agentAdapters[name]?.steerable).toBe(true);
    expect((await load()).name).toBe(name);
  }
});
