import { integersOf } from "../../checks/mesh-arrays.ts";
import { geometryOfFirst } from "../../checks/subsets.ts";
import { numbersOf, textOf, type StageTime } from "@usdkit/usd";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleContext } from "../../rule/stage-rule.ts";

/** Times at which a family is checked. */
const MAX_TIMES = 100;

export const rule: StageRule = {
  meta: {
    id: "subset-family",
    summary: "Subsets of a family that do not fit the geometry or each other",
    detail:
      "All subsets of a family select elements of one kind (`elementType`), by indices that the geometry has. Those of a family of type " +
      "`nonOverlapping` or `partition` have no element in common, and a partition leaves none out.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["usdGeomValidators:SubsetFamilies", "nvidia:UsdGeomSubsetFamiliesChecker"],
  },
  of: { types: ["GeomSubset"] },
  examples,
  checkStage(context) {
    return {
      prim(subset) {
        const prim = geometryOfFirst(context, subset);
        if (prim === undefined) return;
        for (const [family, subsets] of familiesOf(prim)) checkFamily(context, { prim, family, subsets });
      },
    };
  },
};

interface Family {
  /** The prim with the geometry. */
  readonly prim: CheckedPrim;
  readonly family: string;
  readonly subsets: readonly CheckedPrim[];
}

function familiesOf(prim: CheckedPrim): ReadonlyMap<string, readonly CheckedPrim[]> {
  const found = new Map<string, CheckedPrim[]>();
  for (const child of prim.children) {
    if (!child.isA("GeomSubset") || !child.isDefined || child.isAbstract) continue;
    const family = textOf(child.value("familyName")) ?? "";
    if (family === "") continue;
    const known = found.get(family);
    if (known === undefined) found.set(family, [child]);
    else known.push(child);
  }
  return found;
}

function checkFamily({ report }: StageRuleContext, { prim, family, subsets }: Family): void {
  const elementType = elementTypeOf(subsets[0]);
  const other = subsets.find((each) => elementTypeOf(each) !== elementType);
  if (other !== undefined) {
    report({
      message: `"${other.name}" selects elements of type ${elementTypeOf(other)}, other subsets of "${family}" of type ${elementType}.`,
      hint: "Give subsets of other elements a family of their own.",
      at: { prim: other.path, property: other.properties.has("elementType") ? "elementType" : undefined },
      related: [{ message: "The first subset of the family.", at: { prim: subsets[0].path } }],
    });
    return;
  }
  const type = textOf(prim.value(`subsetFamily:${family}:familyType`)) ?? "unrestricted";
  for (const time of timesOf(prim, subsets, elementType)) {
    const problem = problemAt(prim, { subsets, elementType, type, time });
    if (problem === undefined) continue;
    const { subset, message } = problem;
    const property = subset?.properties.has("indices") === true ? "indices" : undefined;
    report({
      message: typeof time === "number" ? `${message} (time ${time}).` : `${message}.`,
      hint: "Correct the indices.",
      at: subset === undefined ? { prim: subsets[0].path } : { prim: subset.path, property },
    });
    return;
  }
}

function elementTypeOf(subset: CheckedPrim): string {
  return textOf(subset.value("elementType")) ?? "face";
}

interface FamilyAt {
  readonly subsets: readonly CheckedPrim[];
  readonly elementType: string;
  /** Of the family. */
  readonly type: string;
  readonly time: StageTime;
}

interface Problem {
  /** Undefined if it is about all of them. */
  readonly subset: CheckedPrim | undefined;
  readonly message: string;
}

function problemAt(prim: CheckedPrim, { subsets, elementType, type, time }: FamilyAt): Problem | undefined {
  const count = elementCount(prim, elementType, time);
  const isDisjoint = type === "nonOverlapping" || type === "partition";
  const owners = new Map<number, CheckedPrim>();
  for (const subset of subsets) {
    for (const index of integersOf(subset.value("indices", time))) {
      if (index < 0) return { subset, message: `The index ${index} of "${subset.name}" is negative` };
      if (count !== undefined && index >= count) {
        return {
          subset,
          message: `The index ${index} of "${subset.name}" is too large: there are ${count} elements of type ${elementType}`,
        };
      }
      const owner = owners.get(index);
      if (isDisjoint && owner !== undefined) {
        const where = owner === subset ? "twice" : `also in "${owner.name}"`;
        return {
          subset,
          message: `The element ${index} is in "${subset.name}" ${where === "twice" ? where : `and ${where}`}`,
        };
      }
      owners.set(index, subset);
    }
  }
  if (type === "partition" && count !== undefined && owners.size < count) {
    return { subset: undefined, message: `The subsets have ${owners.size} of ${count} elements: a partition has all` };
  }
  return undefined;
}

/** Returns how many elements a prim has; undefined for elements that are not counted. */
function elementCount(prim: CheckedPrim, elementType: string, time: StageTime): number | undefined {
  if (elementType === "face" && prim.isA("Mesh")) return integersOf(prim.value("faceVertexCounts", time)).length;
  if (elementType === "point" && prim.isA("PointBased")) {
    return Math.floor((numbersOf(prim.value("points", time))?.length ?? 0) / 3);
  }
  return undefined;
}

function timesOf(prim: CheckedPrim, subsets: readonly CheckedPrim[], elementType: string): readonly StageTime[] {
  const times = new Set<number>(prim.sampleTimes(elementType === "point" ? "points" : "faceVertexCounts"));
  for (const subset of subsets) for (const time of subset.sampleTimes("indices")) times.add(time);
  if (times.size === 0) return [null];
  return [...times].sort((a, b) => a - b).slice(0, MAX_TIMES);
}

function examples(): StageExamples {
  const subset = (name: string, indices: string, more: readonly string[] = []): string =>
    defText(`def GeomSubset "${name}"`, 'uniform token familyName = "parts"', `int[] indices = ${indices}`, ...more);
  const mesh = (type: string, ...subsets: readonly string[]): string =>
    defText(
      'def Mesh "Box"',
      "int[] faceVertexCounts = [4, 4, 4]",
      "int[] faceVertexIndices = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]",
      "point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]",
      `uniform token subsetFamily:parts:familyType = "${type}"`,
      ...subsets,
    );
  return {
    good: [
      scene("a partition", mesh("partition", subset("A", "[0]"), subset("B", "[1, 2]"))),
      scene("faces in several subsets", mesh("unrestricted", subset("A", "[0, 1]"), subset("B", "[1]"))),
      scene("faces in no subset", mesh("nonOverlapping", subset("A", "[0]"), subset("B", "[2]"))),
    ],
    bad: [
      badScene("a face that does not exist", mesh("unrestricted", subset("A", "[0, 3]")), {
        found: ['12:9 error: The index 3 of "A" is too large: there are 3 elements of type face.'],
      }),
      badScene("a negative index", mesh("unrestricted", subset("A", "[-1]")), {
        found: ['12:9 error: The index -1 of "A" is negative.'],
      }),
      badScene("a face in two subsets", mesh("nonOverlapping", subset("A", "[0, 1]"), subset("B", "[1]")), {
        found: ['17:9 error: The element 1 is in "B" and also in "A".'],
      }),
      badScene("a partition without a face", mesh("partition", subset("A", "[0]"), subset("B", "[1]")), {
        found: ["9:21 error: The subsets have 2 of 3 elements: a partition has all."],
      }),
      badScene(
        "elements of two types",
        mesh("unrestricted", subset("A", "[0]"), subset("B", "[1]", ['uniform token elementType = "point"'])),
        { found: ['18:9 error: "B" selects elements of type point, other subsets of "parts" of type face.'] },
      ),
    ],
  };
}
