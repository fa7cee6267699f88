/** How wide a part of the page is, now and when that changes: for what is drawn to fit. */
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

export function useWidth(box: RefObject<HTMLElement | null>, first: number): number {
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const measure = () => setWidth(Math.max(240, box.current?.clientWidth ?? first));
    measure();
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  return width;
}
