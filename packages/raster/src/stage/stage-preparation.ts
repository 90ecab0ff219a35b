/** How far the shapes of a stage are prepared. */
import type { Drawable } from "@usdkit/geometry";
import type { StagePart } from "./stage-part.ts";

/** Milliseconds between two calls of `onProgress`. */
const PROGRESS_EVERY = 100;
/** Milliseconds of preparation before a first part: most stages are ready then. */
const FIRST_PART = 600;
/** Each part has at least so many times the shapes of the one before: all of them together take less time than the whole. */
const GROWTH = 3;

/** How far a stage is prepared. */
export interface StageProgress {
  /** Prims whose shapes are ready. */
  readonly prims: number;
  /** Prims of the stage that were found so far, at least `prims`. */
  readonly found: number;
  /** Whether these are all prims of the stage. */
  readonly isCounted: boolean;
}

/** How a stage is prepared. */
export interface PreparationOptions {
  /** Called about ten times a second. */
  readonly onProgress?: ((progress: StageProgress) => void) | undefined;
  /** Called with what can be drawn, several times while a stage takes long. */
  readonly onPart?: ((part: StagePart) => void) | undefined;
  /** Milliseconds before the first part, from `started` on; by default 600. */
  readonly firstPart?: number | undefined;
  /** When the user began to wait, as of `performance.now()`; by default now. */
  readonly started?: number | undefined;
  /** Aborts the work; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What the preparation of a stage can do while its prims are visited. */
interface PreparationSteps {
  /** Counts the prims, with pauses, and calls the function after each. */
  readonly count: (onCounted: (found: number) => void) => Promise<number>;
  /** Makes what is ready drawable. */
  readonly part: (drawables: readonly Drawable[]) => Promise<StagePart>;
}

/** Follows the visits of the prims of a stage. */
export class StagePreparation {
  readonly #options: PreparationOptions;
  readonly #steps: PreparationSteps;
  /** When the first part is due. */
  readonly #due: number;
  #reported = 0;
  #prims = 0;
  #found = 0;
  #isCounted = false;
  /** Shapes that the next part has at least. */
  #next = 1;

  constructor(options: PreparationOptions, steps: PreparationSteps) {
    this.#options = options;
    const now = performance.now();
    const { firstPart = FIRST_PART, started = now } = options;
    // That of a stage that took long to be composed has more than a few shapes too.
    this.#due = Math.max(started + firstPart, now + firstPart / 4);
    this.#steps = steps;
  }

  /** A prim was visited; returns what is to be done before the next one. */
  visited(drawables: readonly Drawable[]): Promise<void> | undefined {
    this.#prims++;
    const now = this.#report();
    if (drawables.length < this.#next || now < this.#due) return undefined;
    return this.#makePart(drawables);
  }

  async #makePart(drawables: readonly Drawable[]): Promise<void> {
    this.#next = drawables.length * GROWTH;
    const { onPart } = this.#options;
    if (onPart !== undefined) onPart(await this.#steps.part(drawables));
    if (this.#isCounted) return;
    // Now that something can be seen.
    this.#found = await this.#steps.count((found) => {
      this.#found = found;
      this.#report();
    });
    this.#isCounted = true;
  }

  /** Returns the time. */
  #report(): number {
    const now = performance.now();
    if (now - this.#reported < PROGRESS_EVERY) return now;
    this.#reported = now;
    // Prims that several ways lead to are visited more than once.
    const prims = this.#isCounted ? Math.min(this.#prims, this.#found) : this.#prims;
    this.#options.onProgress?.({ prims, found: Math.max(prims, this.#found), isCounted: this.#isCounted });
    return now;
  }
}
