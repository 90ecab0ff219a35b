// What is known about a pair of check and prim that one side reports alone, and conditions on it.

/** What is known about a stage. */
export interface StageFacts {
  /** Whether all root prims are `over`. */
  readonly hasOnlyOvers: boolean;
  /** Whether a layer has opinions about a prim. */
  readonly hasSpecs: (prim: string) => boolean;
  /** Returns the type of a prim; "" without one. */
  readonly typeOf: (prim: string) => string;
  /** Whether other prims have the opinions of a prim: it is in a class, or an arc leads to it. */
  readonly reachesOthers: (prim: string) => boolean;
  /** Whether the prim, or one above it, is a class or defined by no layer. */
  readonly isNotTraversed: (prim: string) => boolean;
  /** Whether layers author points of it. */
  readonly hasPoints: (prim: string) => boolean;
  /** Returns the `elementSize` of an attribute; 1 without one. */
  readonly elementSize: (prim: string, attribute: string) => number;
  /** Whether a layer has time samples of an attribute. */
  readonly hasSamples: (prim: string, attribute: string) => boolean;
  /** Returns how far the extent of a prim is from its points, at the times of its samples; 1 is its size. Undefined without either. */
  readonly extentError: (prim: string) => number | undefined;
  /** Whether a prim above it is an instance. */
  readonly isBelowInstance: (prim: string) => boolean;
}

/** The side of a pair, and all that both report for the file. */
export interface ExplainedPair {
  readonly check: string;
  readonly prim: string;
  /** The side that reports it. */
  readonly side: "ours" | "theirs";
  readonly message: string;
  /** What both report: check, prim, message; ours with the rule in front. */
  readonly ours: readonly (readonly [check: string, prim: string, message: string])[];
  readonly theirs: readonly (readonly [check: string, prim: string, message: string])[];
  readonly facts: StageFacts;
}

/** Why the two report different prims for a check. */
export interface KnownDifference {
  readonly id: string;
  /** Names of the checks, without plugin; in the order of the table. */
  readonly checks: readonly string[];
  readonly side: "ours" | "theirs";
  /** `theirs`: the other validator is wrong, or does not look. `choice`: both can be defended. */
  readonly fault: "theirs" | "choice";
  /** One sentence. */
  readonly reason: string;
  readonly when: (pair: ExplainedPair) => boolean;
}

/** Returns a condition on the message of the side that reports. */
export const says =
  (pattern: RegExp) =>
  ({ message }: ExplainedPair): boolean =>
    pattern.test(message);

/** Returns the name of the primvar that a message is about; "" if it is about another thing. */
export const primvarIn = (message: string): string => /primvars:[\w:]+/u.exec(message)?.[0] ?? "";

/** Whether a layer, or the prim that an arc leads to, is missing in the file. */
export function lacksLayers({ ours }: ExplainedPair): boolean {
  return ours.some(([, , message]) =>
    /^(?:missing-layer|unreadable-layer|arc-target-missing|default-prim-missing)/u.test(message),
  );
}

/** Whether the other side reports something of the prim, by a condition on its message. */
export const theySay =
  (pattern: RegExp, ofPrim = true) =>
  ({ prim, theirs }: ExplainedPair): boolean =>
    theirs.some(([, other, message]) => (!ofPrim || other === prim) && pattern.test(message));

/** Whether the prim that a check is about is below another one that they report for it. */
export function isBelowReported({ check, prim, theirs }: ExplainedPair): boolean {
  return theirs.some(([other, above]) => other === check && prim.startsWith(`${above}/`));
}

/** Checks whose code fails on some values. */
export const FAILING_CHECKS: readonly string[] = [
  "ColliderChecker",
  "ExtentsChecker",
  "IndexedPrimvarChecker",
  "LayerSpecChecker",
  "ManifoldChecker",
  "NormalsWindingsChecker",
  "RigidBodyChecker",
  "TextureChecker",
  "UnusedMeshTopologyChecker",
  "UnusedPrimvarChecker",
  "ValidateTopologyChecker",
  "WeldChecker",
  "ZeroAreaFaceChecker",
];
