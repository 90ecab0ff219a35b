/** What the check of one prim read, seen from another prim that shares its opinions. */
import { sharesAll, type PathId, type Stage } from "@usdkit/usd";

/** Returns the prims that are to `to` what `reads` are to `from`; undefined unless all of them have the same opinions as those. */
export function sameReads(
  stage: Stage,
  reads: Iterable<PathId>,
  from: PathId,
  to: PathId,
): readonly PathId[] | undefined {
  const { paths } = stage;
  const found: PathId[] = [];
  for (const read of reads) {
    // From the one prim up to the nearest one that is above both, and the same steps up from the other.
    let above = from;
    let counterpart = to;
    while (above !== 0 && !paths.hasPrefix(read, above)) {
      above = paths.parent(above);
      counterpart = paths.parent(counterpart);
    }
    const other = paths.replacePrefix(read, above, counterpart);
    if (other !== read) {
      const index = stage.index(read);
      const ofOther = stage.index(other);
      if (index === undefined || ofOther === undefined || !sharesAll(index, ofOther)) return undefined;
    }
    found.push(other);
  }
  return found;
}
