import type { SimRandom } from "./random.ts";

/** A time in which the gateway answers nearly everything with one status. */
export interface Storm {
  readonly from: number;
  readonly to: number;
  readonly status: 401 | 429 | 500 | 503;
  readonly share: number;
}

/** What goes wrong in a run, and how often. */
export interface Weather {
  /** Share of requests that something happens to. */
  readonly trouble: number;
  readonly storms: readonly Storm[];
  /** Share of waits that take longer than they should, as when the machine slept. */
  readonly stalls: number;
  /** Whether nothing goes wrong: then everything must succeed. */
  readonly calm: boolean;
}

/** Draws the weather of a run that begins at `start`. */
export function drawWeather(random: SimRandom, start: number): Weather {
  const trouble = random.pick([0, 0.05, 0.2, 0.5, 0.8]);
  const storms = Array.from({ length: random.pick([0, 0, 1, 1, 2, 3]) }, (): Storm => {
    const from = start + random.between(0, 90_000);
    return {
      from,
      to: from + random.between(1000, 90_000),
      status: random.pick([401, 429, 500, 503]),
      share: random.pick([0.5, 0.9, 1]),
    };
  });
  const stalls = random.pick([0, 0, 0.02, 0.1]);
  return { trouble, storms, stalls, calm: trouble === 0 && storms.length === 0 && stalls === 0 };
}
