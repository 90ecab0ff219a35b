/** Joins what was found on stages, of one run or of several: which roots are parts of others, and which findings are the same. */
import { SortedSpool } from "@usdkit/batch/spool/sorted-spool";
import { ruleMetas } from "@usdkit/validate";
import { FoundByLayer } from "./found-by-layer.ts";

/** A finding, and what tells whether two of them are the same. */
export interface JoinedFinding {
  readonly layer: string;
  readonly rule: string;
  /** In the layer. */
  readonly place: number | string;
  readonly primPath: string;
  /** Returns the finding, in one line. */
  readonly text: () => string;
}

/** The stage of a root layer. Names of files have one form in all stages. */
export interface JoinedStage {
  /** The file of the root. */
  readonly root: string;
  /** Whether the user named it, rather than its folder or a glob. */
  readonly isNamed: boolean;
  /** Files with layers that the stage uses, the root among them. */
  readonly files: readonly string[];
  readonly findings: () => Iterable<JoinedFinding>;
}

/**
 * Returns the findings by layer: those of a rule at one place of a layer are those of the first stage that has any. A root that was not
 * named, and that the stage of another root uses, is a part: only findings that hold on every stage are kept of it.
 */
export function joinStages(stages: () => Iterable<JoinedStage>): FoundByLayer {
  const everywhere = new Set(ruleMetas.flatMap(({ id, holdsForEveryUse }) => (holdsForEveryUse === true ? id : [])));
  const used = usedRoots(stages);
  const byLayer = new SortedSpool();
  let index = -1;
  for (const stage of stages()) {
    index++;
    const isRoot = stage.isNamed || !used.has(index);
    for (const { layer, rule, place, primPath, text } of stage.findings()) {
      if (!isRoot && !everywhere.has(rule)) continue;
      byLayer.add(name(layer), `${index} ${JSON.stringify([rule, place, primPath])}\n${text()}`);
    }
  }
  const found = ofFirstStages(byLayer);
  byLayer.close();
  return found;
}

/** Returns findings that are sorted by layer, those of one place only from the first stage that has any. */
function ofFirstStages(byLayer: SortedSpool): FoundByLayer {
  const found = new FoundByLayer();
  let current: string | undefined;
  let texts: string[] = [];
  const reportedBy = new Map<string, string>();
  const finish = (): void => {
    if (current !== undefined) found.add(JSON.parse(current) as string, texts);
    texts = [];
    reportedBy.clear();
  };
  for (const { key, value } of byLayer.records()) {
    if (key !== current) finish();
    current = key;
    const end = value.indexOf("\n");
    const space = value.indexOf(" ");
    const [stage, place] = [value.slice(0, space), value.slice(space + 1, end)];
    const first = reportedBy.get(place) ?? stage;
    if (first !== stage) continue;
    reportedBy.set(place, stage);
    texts.push(value.slice(end + 1));
  }
  finish();
  return found;
}

/**
 * Returns the indexes of the stages whose roots the stages of others use, without those that use each other. Pairs of files are sorted on
 * disk: there may be more than there is memory for.
 */
function usedRoots(stages: () => Iterable<Pick<JoinedStage, "root" | "files">>): ReadonlySet<number> {
  const used = new Set<number>();
  // Stages by what they use, and by what they are.
  const byFile = new SortedSpool();
  // Whether a stage uses a file: a question, or an answer.
  const byPair = new SortedSpool();
  let index = 0;
  for (const { root, files } of stages()) {
    byFile.add(name(root), String(index));
    for (const file of new Set(files)) if (file !== root) byFile.add(`${name(file)}${USES}`, `${index} ${name(root)}`);
    for (const file of new Set(files)) if (file !== root) byPair.add(`${index} ${name(file)}`, OWN);
    index++;
  }
  if (byPair.size === 0) {
    byFile.close();
    return used;
  }
  let current = "";
  let here: string[] = [];
  for (const { key, value } of byFile.records()) {
    const isUse = key.endsWith(USES);
    const file = isUse ? key.slice(0, -USES.length) : key;
    if (file !== current) [current, here] = [file, []];
    if (!isUse) here.push(value);
    else {
      const user = value.slice(value.indexOf(" ") + 1);
      for (const each of here) byPair.add(`${each} ${user}`);
    }
  }
  byFile.close();
  let own = "";
  for (const { key, value } of byPair.records()) {
    // Of one pair, what the stage itself uses comes first.
    if (value === OWN) own = key;
    else if (key !== own) used.add(Number(key.slice(0, key.indexOf(" "))));
  }
  byPair.close();
  return used;
}

/** Comes after all that a name contains, so a file comes before those who use it. */
const USES = " \u0000uses";
const OWN = "own";

/** A name without line ends and other characters that separate. */
function name(file: string): string {
  return JSON.stringify(file.toWellFormed());
}
