/**
 * Flags of V8 that a program changes while it runs. They hold for the whole process, and V8 takes compiled code only under the flags that it was
 * saved under: what is saved under others is compiled again by each process that starts.
 */

/** With the values of V8. */
const DEFAULTS = {
  "heap-growing-percent": 0,
  "invocation-count-for-turbofan": 3000,
  "semi-space-growth-factor": 2,
} as const;

type V8Flag = keyof typeof DEFAULTS;

/** Those of the process: V8 does not tell the values of its flags. */
const changed = new Map<V8Flag, number>();

/** Sets a flag, in all threads. */
export function setV8Flag(flag: V8Flag, value: number): void {
  changed.set(flag, value);
  write(flag, value);
}

/** Calls a function while all flags are as when the process started. */
export function withInitialV8Flags<Result>(act: () => Result): Result {
  for (const flag of changed.keys()) write(flag, DEFAULTS[flag]);
  try {
    return act();
  } finally {
    for (const [flag, value] of changed) write(flag, value);
  }
}

function write(flag: V8Flag, value: number): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(`--${flag}=${value}`);
}
