/** What a person does with the page to give an order: goes somewhere, presses a button, reads the one confirmation, confirms. */
import type { Locator, Page } from "playwright-core";

export function handOn(page: () => Page) {
  const dialog = (): Locator => page().locator(".ask-dialog");
  return {
    dialog,
    goTo: async (key: string, mark: string) => {
      await page().locator("body").press("g");
      await page().locator("body").press(key);
      await page().locator(mark).first().waitFor();
    },
    button: (verb: string) => page().locator("main button.act", { hasText: verb }).first(),
    /** What it names, and its command. */
    confirmation: () => dialog().locator("h2, .does").allInnerTexts(),
    confirm: async () => {
      await dialog().locator("button[type=submit]").click();
      await dialog().waitFor({ state: "detached" });
    },
    onTask: async (task: string) => {
      const board = (await page().locator('a[href$="/board"]').first().getAttribute("href")) ?? "";
      await page().goto(`${page().url().replace(/#.*/, "")}${board.replace(/board$/, `task/${task}`)}`);
      await page().locator(".run-head h1", { hasText: task }).waitFor();
    },
  };
}
