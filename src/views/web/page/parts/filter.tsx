/** The filter: by task, agent, gang or state. */
import { filter } from "../store.ts";
import type { TaskView } from "../types.ts";

export function Filter({ short = false }: { short?: boolean }) {
  return (
    <label class="filter">
      <kbd>/</kbd>
      <input
        id="filter"
        type="search"
        placeholder={short ? "Filter" : "Filter by task, agent, gang, state"}
        aria-label="Filter by task, agent, gang, state"
        value={filter.value}
        onInput={(event) => (filter.value = event.currentTarget.value)}
      />
    </label>
  );
}

/** Every word has to be found somewhere. */
export function matching(tasks: readonly TaskView[]): readonly TaskView[] {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return tasks;
  return tasks.filter(({ id, title, agent, gang, state }) => {
    const text = `${id} ${title} ${agent} ${gang ?? ""} ${state}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
