/** Known findings of a document, as a baseline lists them: by rule, prim path and property, so that they stay when lines move. */
import type { Finding } from "../model/finding.ts";

/** A kind of finding, of which the first `count` are known. */
export interface KnownFinding {
  readonly rule: string;
  readonly primPath: string;
  readonly property: string | null;
  readonly count: number;
}

/** Returns the findings that are not known: of more findings of a kind than are known, the last ones. */
export function withoutKnown(
  findings: readonly Finding[],
  known: readonly KnownFinding[] | undefined,
): readonly Finding[] {
  return known === undefined || known.length === 0 ? findings : unknownOf(findings, countsOf(known), (each) => each);
}

/** Returns the numbers of known findings by their kinds. */
export function countsOf(known: readonly KnownFinding[]): ReadonlyMap<string, number> {
  return new Map(known.map((each) => [kindOf(each), each.count]));
}

/** Returns those of `items`, in the order of the text, whose findings are not known. */
export function unknownOf<Item>(
  items: readonly Item[],
  counts: ReadonlyMap<string, number>,
  findingOf: (item: Item) => Omit<KnownFinding, "count">,
): readonly Item[] {
  const left = new Map(counts);
  return items.filter((item) => {
    const kind = kindOf(findingOf(item));
    const count = left.get(kind) ?? 0;
    left.set(kind, count - 1);
    return count <= 0;
  });
}

function kindOf({ rule, primPath, property }: Omit<KnownFinding, "count">): string {
  return JSON.stringify([rule, primPath, property]);
}
