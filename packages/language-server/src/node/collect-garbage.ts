/** Garbage collections in pauses: V8 itself waits for more of it than an editor wants to spare. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Milliseconds without work. */
const PAUSE = 1500;
/** Bytes of heap below which a collection is not worth its time. */
const MIN_HEAP = 40 * 1024 ** 2;

/** Returns a function to call after work; once there was none for a while, garbage is collected. */
export function garbageCollector(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let collect: (() => void) | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { heapTotal, external } = process.memoryUsage();
      if (heapTotal + external < MIN_HEAP) return;
      collect ??= exposed();
      collect();
    }, PAUSE);
    timer.unref();
  };
}

/** With this option V8 also returns the memory of freed objects, which it otherwise keeps for later. */
const OPTIONS = { type: "major", execution: "sync", flavor: "last-resort" };

function exposed(): () => void {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  return typeof found === "function" ? () => void Reflect.apply(found, undefined, [OPTIONS]) : () => {};
}
