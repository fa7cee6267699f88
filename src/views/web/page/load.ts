/** Data that is fetched when a screen is opened, and again when what it depends on changes. */
import { useEffect, useRef, useState } from "preact/hooks";
import { get } from "./api.ts";

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "refused"; readonly message: string };

/** What changes all the time is not asked for all the time. */
const GAP_MS = 1_500;

/** Null: nothing to ask yet. `stamp`: when it changes, it is asked again after a while; what is shown stays meanwhile. */
export function useGet<T>(path: string | null, stamp: unknown = 0): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { readonly path?: string }>({ state: "loading" });
  const asked = useRef({ path: "", at: 0 });
  const wanted = useRef(path);
  wanted.current = path;
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );
  useEffect(() => {
    if (path === null) return;
    const wait = asked.current.path === path ? Math.max(0, GAP_MS - (Date.now() - asked.current.at)) : 0;
    const timer = setTimeout(() => {
      asked.current = { path, at: Date.now() };
      const show = (answer: Loaded<T>) => wanted.current === path && setLoaded({ ...answer, path });
      get<T>(path).then(
        (value) => show({ state: "ready", value }),
        (error: Error) => show({ state: "refused", message: error.message }),
      );
    }, wait);
    return () => clearTimeout(timer);
  }, [path, stamp]);
  return loaded.path === path ? loaded : { state: "loading" };
}
