import { setV8Flag } from "./v8-flags.ts";

/**
 * Keeps V8's space for young objects as small as it is when the program starts. Under load V8 lets it grow to 96 MB and keeps it, several times
 * the memory of a large document, and buffers of dead objects in it stay as long. For commands whose objects live long or are few and large, a
 * small space is as fast.
 */
export function keepYoungSpaceSmall(): void {
  setV8Flag("semi-space-growth-factor", 1);
}

/** Lets the space for young objects grow again, in threads that start later as well: theirs is small when they start. */
export function letYoungSpaceGrow(): void {
  setV8Flag("semi-space-growth-factor", 2);
}

/**
 * Collects old objects each time that they have grown by some percent, in all threads. V8 otherwise waits for 64 MB of dead buffers: for commands
 * that make many files one after the other, whose buffers live as long as a request takes.
 */
export function keepOldSpaceSmall(percent: number = 10): void {
  setV8Flag("heap-growing-percent", percent);
}
