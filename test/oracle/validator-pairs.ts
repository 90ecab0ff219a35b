// Pairs of a check and a prim: what rules about stages report by the checks of other validators, and how the two differ.

import { numberOf, numbersOf, Stage, StageReader } from "@usdkit/usd";
import { fileResolver } from "@usdkit/usd/files";
import { checkVariants, StageCheck, stageRules } from "@usdkit/validate/stage";
import { arcTargets } from "../../packages/validate/src/checks/arc-targets.ts";
import type { KnownDifference, StageFacts } from "./explained-pair.ts";
import { explain } from "./validator-differences.ts";

export type PeerName = "usd" | "nvidia";

/** What a validator reports: name of the check, path of the prim, message. */
export type Found = readonly [check: string, prim: string, message: string];

/** The answer of a peer for a file. */
export interface PeerAnswer {
  /** The file is no layer. */
  readonly refused?: boolean;
  readonly found?: readonly Found[];
  /** Processor time of the validation. */
  readonly seconds?: number;
}

/** A pair that one side has. */
export interface Difference {
  readonly check: string;
  readonly prim: string;
  /** The side that reports it. */
  readonly side: "ours" | "theirs";
  readonly message: string;
  readonly known: KnownDifference | undefined;
}

/** What our rules report, and what is known about the stage. */
export interface OurAnswer {
  readonly found: readonly Found[];
  readonly facts: StageFacts;
}

/** Returns what our rules report under the names of a peer; undefined if the root does not open. */
export async function ourChecks(file: string, peer: PeerName): Promise<OurAnswer | undefined> {
  const stage = await open(file);
  if (stage === undefined) return undefined;
  const check = new StageCheck(stage, { rules: stageRules });
  const steps = check.run();
  while (steps.next().done !== true);
  for (const { rule, prim, error } of check.failures) throw new Error(`${rule} threw for <${prim}>`, { cause: error });
  // Before the variants of the stage change.
  const facts = factsOf(stage);
  const isOfPeer = (name: string): boolean => name.startsWith("nvidia:") === (peer === "nvidia");
  const names = new Map(stageRules.map(({ meta }) => [meta.id, (meta.sameAs ?? []).filter(isOfPeer)]));
  const varied = await allOf(checkVariants(check, { rules: stageRules }));
  const ofFiles = stageRules.filter(({ meta }) => meta.sameAs?.some((each) => OF_FILES.has(each)));
  const fileRules = new Set(ofFiles.map(({ meta }) => meta.id));
  // The files of all variants are dependencies.
  const found = [...check.findings({ listsPrims: true }), ...varied.findings.filter(({ rule }) => fileRules.has(rule))];
  const pairs = found.flatMap(({ rule, sameAs, prims = [], finding }): readonly Found[] => {
    const checks = sameAs?.filter(isOfPeer) ?? names.get(rule) ?? [];
    const message = `${rule}: ${finding.message}`;
    return checks.flatMap((each): readonly Found[] => {
      if (OF_SPECS.has(each)) return [[each, withoutVariants(finding.primPath ?? "/"), message]];
      return [...new Set(prims.map((prim) => subjectOf(stage, each, prim)))].map((prim): Found => [
        each,
        prim,
        message,
      ]);
    });
  });
  return { found: pairs, facts };
}

function factsOf(stage: Stage): StageFacts {
  const targets = arcTargets(stage);
  const isClass = (prim: string): boolean =>
    stage.primStack(prim).some(({ spec }) => spec.specType === "prim" && spec.specifier === "class");
  // The stack of a prim also has its variants.
  const isOver = (prim: string): boolean =>
    stage.primStack(prim).every(({ spec }) => spec.specType !== "prim" || spec.specifier === "over");
  const roots = stage.children(0).map((id) => stage.paths.text(id));
  return {
    hasOnlyOvers: roots.length > 0 && roots.every(isOver),
    hasSpecs: (prim) => stage.primStack(prim).length > 0,
    typeOf: (prim) => typeOf(stage, prim) ?? "",
    isNotTraversed: (prim) => [prim, ...ancestorsOf(prim)].some((path) => isClass(path) || isOver(path)),
    hasPoints: (prim) => pointsOf(stage, prim).length > 0,
    elementSize: (prim, name) => elementSize(stage, prim, name),
    hasSamples: (prim, name) =>
      stage
        .propertyStack(prim, name)
        .stack.some(({ spec }) => spec.specType === "attribute" && spec.timeSamples !== undefined),
    extentError: (prim) => extentError(stage, prim),
    reachesOthers: (prim) =>
      [prim, ...ancestorsOf(prim)].some((path) => isClass(path) || targets.has(stage.paths.parse(path))),
    isBelowInstance: (prim) => ancestorsOf(prim).some((path) => stage.instanceKey(path) !== undefined),
  };
}

function elementSize(stage: Stage, path: string, name: string): number {
  for (const { spec } of stage.propertyStack(path, name).stack) {
    const value = spec.fields.get("elementSize")?.value;
    if (value?.kind === "typed") return numberOf(value) ?? 1;
  }
  return 1;
}

function pointsOf(stage: Stage, path: string): ArrayLike<number> {
  const reader = new StageReader(stage);
  const prim = reader.prim(path);
  const points = prim && reader.attribute(prim, "points");
  if (points === undefined) return [];
  const [time = null] = reader.sampleTimes(points);
  return numbersOf(reader.attributeValue(points, time)) ?? [];
}

function extentError(stage: Stage, path: string): number | undefined {
  const reader = new StageReader(stage);
  const prim = reader.prim(path);
  const attribute = prim && reader.attribute(prim, "extent");
  if (prim === undefined || attribute === undefined) return undefined;
  const times = reader.sampleTimes(attribute);
  let largest: number | undefined;
  for (const time of times.length > 0 ? times : [null]) {
    const extent = numbersOf(reader.attributeValue(attribute, time)) ?? [];
    const points = numbersOf(reader.value(prim, "points", time)) ?? [];
    if (extent.length !== 6 || points.length === 0) continue;
    const widths = numbersOf(reader.value(prim, "widths", time)) ?? [];
    const range = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (const [i, value] of points.entries()) {
      // Of points each has its width; of curves the largest one counts.
      const own = widths.length * 3 === points.length ? widths[Math.floor(i / 3)] : Math.max(0, ...widths);
      range[i % 3] = Math.min(range[i % 3], value - own / 2);
      range[(i % 3) + 3] = Math.max(range[(i % 3) + 3], value + own / 2);
    }
    const size = Math.max(...range.map(Math.abs));
    const error = Math.max(...range.map((value, i) => Math.abs(value - extent[i])));
    largest = Math.max(largest ?? 0, error / (size || 1));
  }
  return largest;
}

/** Checks that report specs of layers, by their path in the layer. */
const OF_SPECS: ReadonlySet<string> = new Set(["nvidia:LayerSpecChecker"]);

/** Checks of a stage that report files that are missing: compared by the name of the file. */
const OF_FILES: ReadonlySet<string> = new Set([
  "usdUtilsValidators:MissingReferenceValidator",
  "nvidia:MissingReferenceChecker",
]);

/** Checks that report the prim that has the subsets, where our rule reports one of the subsets. */
const OF_FAMILIES: ReadonlySet<string> = new Set([
  "usdGeomValidators:SubsetFamilies",
  "nvidia:UsdGeomSubsetFamiliesChecker",
  "usdShadeValidators:SubsetsMaterialBindFamily",
  "nvidia:UsdShadeSubsetsMaterialBindFamilyChecker",
]);

/** Checks that report the Material of a shader, where our rules report the shader. */
const OF_MATERIALS: ReadonlySet<string> = new Set(["nvidia:MaterialUsdPreviewSurfaceChecker"]);

function withoutVariants(path: string): string {
  return path.replaceAll(/\{[^}]*\}/gu, "");
}

/** Returns the prim that another validator reports for one of ours. */
function subjectOf(stage: Stage, check: string, prim: string): string {
  if (OF_FAMILIES.has(check) && typeOf(stage, prim) === "GeomSubset") return parentOf(prim);
  if (!OF_MATERIALS.has(check)) return prim;
  for (let path = prim; path !== "/"; path = parentOf(path)) if (typeOf(stage, path) === "Material") return path;
  return prim;
}

/** Returns the prims above a prim, without the pseudo-root. */
function ancestorsOf(prim: string): readonly string[] {
  const found: string[] = [];
  for (let path = parentOf(prim); path !== "/"; path = parentOf(path)) found.push(path);
  return found;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function typeOf(stage: Stage, path: string): string | undefined {
  for (const { spec } of stage.primStack(path))
    if (spec.specType === "prim" && spec.typeName !== "") return spec.typeName;
  return undefined;
}

async function allOf<T>(steps: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- steps of one check
    const step = await steps.next();
    if (step.done === true) return step.value;
  }
}

async function open(file: string): Promise<Stage | undefined> {
  try {
    return await Stage.open(file, { resolver: fileResolver({}), hasOwnSession: true });
  } catch {
    return undefined;
  }
}

/** Returns the pairs that both have, by check, and those that one has, with what is known about them. */
export function comparePairs(
  { found: ours, facts }: OurAnswer,
  theirs: readonly Found[],
): { readonly same: readonly string[]; readonly differences: readonly Difference[] } {
  const [mine, other] = [byPair(ours), byPair(theirs)];
  const same = [...mine].flatMap(([key, [check]]) => (other.has(key) ? check : []));
  const only = (
    side: "ours" | "theirs",
    found: ReadonlyMap<string, Found>,
    not: ReadonlyMap<string, Found>,
  ): Difference[] =>
    [...found].flatMap(([key, [check, prim, message]]) => {
      if (not.has(key)) return [];
      return [{ check, prim, side, message, known: explain({ check, prim, side, message, ours, theirs, facts }) }];
    });
  return { same, differences: [...only("ours", mine, other), ...only("theirs", other, mine)] };
}

function byPair(found: readonly Found[]): ReadonlyMap<string, Found> {
  return new Map(found.map((each) => [keyOf(each), each]));
}

function keyOf([check, prim, message]: Found): string {
  if (OF_FILES.has(check)) return `${check}\0${missingPrim(message) ?? nameOfFile(message) ?? prim}`;
  // Some sites are specs; the messages name the prim of the stage.
  const named = /^Type mismatch for attribute <([^>.]+)\./u.exec(message)?.[1];
  return `${check}\0${named ?? prim}`;
}

/** Returns the prim that a message says an arc does not find. */
function missingPrim(message: string): string | undefined {
  return /(?:Unresolved \w+ prim path @[^@]*@|has no prim )(<[^>]+>)/u.exec(message)?.[1];
}

/** Returns the name of the file that a message is about; undefined for messages about something else. */
function nameOfFile(message: string): string | undefined {
  // oxlint-disable-next-line prefer-named-capture-group -- one group
  const path =
    /(?:dependency '|Could not open asset @+|could not load sublayer @+|(?:file|layer|manifest|of|clip|template) @+)([^']*?)(?:'|@+[ ,]|@+$)/iu.exec(
      message,
    )?.[1];
  // In a package, the name within it.
  return path?.slice(path.lastIndexOf("/") + 1).replaceAll(/^.*\[|\]$|[\\@]/gu, "");
}
