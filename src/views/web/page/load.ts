/** Data that is fetched when a screen is opened, and again when what it depends on changes. */
import { useEffect, useState } from "preact/hooks";
import { get } from "./api.ts";

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "refused"; readonly message: string };

/** Null: nothing to ask yet. `stamp`: when it changes, it is asked again; what is shown stays meanwhile. */
export function useGet<T>(path: string | null, stamp: unknown = 0): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { readonly path?: string }>({ state: "loading" });
  useEffect(() => {
    if (path === null) return;
    let isGone = false;
    get<T>(path).then(
      (value) => isGone || setLoaded({ state: "ready", value, path }),
      (error: Error) => isGone || setLoaded({ state: "refused", message: error.message, path }),
    );
    return () => {
      isGone = true;
    };
  }, [path, stamp]);
  return loaded.path === path ? loaded : { state: "loading" };
}
