// Known differences between the rules about stages and other validators, with whose fault each is: the table of
// `docs/guides/from-usd-validators.md`.

import type { ExplainedPair, KnownDifference } from "./explained-pair.ts";
import { geometryDifferences } from "./geometry-differences.ts";
import { stageDifferences } from "./stage-differences.ts";

/** The known differences; the first that applies is the reason. */
export const knownDifferences: readonly KnownDifference[] = [...stageDifferences, ...geometryDifferences];

/** Returns what is known about a difference. */
export function explain(pair: ExplainedPair): KnownDifference | undefined {
  const name = pair.check.slice(pair.check.indexOf(":") + 1);
  return knownDifferences.find(({ checks, side, when }) => side === pair.side && checks.includes(name) && when(pair));
}
