// Differences between our edits of stages and those of the reference, each with its reason.

import type { StageEdit } from "@usdkit/usd";

/** What both did with the edits of a stage. */
export interface EditDifference {
  /** The texts of the layers before the edits. */
  readonly files: ReadonlyMap<string, string>;
  readonly edits: readonly StageEdit[];
  /** Name of the edit target. */
  readonly target: string | undefined;
  /** Position of the edit that the reference did not make. */
  readonly index: number | undefined;
  /** Why the reference did not make an edit. */
  readonly theirs: string | undefined;
  /** Why we did not make one. */
  readonly ours: string | undefined;
  /** The first line that differs, of both. */
  readonly problem: string;
}

const reasons: readonly {
  readonly reason: string;
  readonly applies: (difference: EditDifference) => boolean;
}[] = [
  {
    // We write the opinion, and composition ignores it, as it ignores a value that a stronger layer hides.
    reason: "opinions in a variant that is not selected, or below an inactive prim, are errors of the reference",
    applies: ({ theirs = "", ours, edits, index }) =>
      ours === undefined &&
      (/Failed to define UsdPrim|Empty typeName for|invalid null prim/u.test(theirs) ||
        // `OverridePrim` returns no prim then.
        (theirs === "returned false" && edits[index ?? -1]?.op === "add") ||
        (/^no prim$|^The new parent prim is not a valid prim/u.test(theirs) && isDeactivated(edits, index))),
  },
  {
    reason:
      "path expressions keep the names of deleted prims, which match nothing; the reference removes whole expressions",
    applies: ({ edits, problem }) =>
      edits.some((edit) => edit.op === "remove" && edit.everywhere === true) &&
      /theirs +(?:.*pathExpression.*|[-\d.]+: ")/u.test(problem),
  },
  {
    reason: "a renamed property keeps its place in the order of properties; the reference leaves the old name there",
    applies: ({ edits, problem }) =>
      edits.some((edit) => (edit.op === "rename" || edit.op === "move") && edit.path.includes(".")) &&
      /ours +reorder properties = .*\n +theirs +reorder properties = /u.test(problem),
  },
  {
    // `/A/C` goes to `/Z`, and inherits from `/C/C/C`, which a payload of `/A` at `/C/C` makes an override of `/A/C` as well.
    reason:
      "an override of a moved prim stays if the moved prim composes it; the reference deletes it, and the type with it",
    applies: ({ edits, problem }) =>
      edits.some((edit) => {
        if (edit.op !== "move") return false;
        const name = edit.to.slice(edit.to.lastIndexOf("/") + 1);
        return problem.includes(`theirs  def "${name}"`) && /ours +def \w+ "/u.test(problem);
      }),
  },
  {
    // `UsdPrim::CreateAttribute` gives an attribute that exists another type, and its other values are then of the wrong one.
    reason: "an edit does not change the type of an attribute",
    applies: ({ ours = "", theirs }) => theirs === undefined && /has the type ".*", not "/u.test(ours),
  },
  {
    // Such an arc leads to another prim in that layer, or nowhere: `_TranslatePath` of `UsdReferences` maps no root paths.
    reason: "the reference writes the path of a root prim as it is to a layer behind an arc, where it is another prim",
    applies: ({ edits, target, ours, theirs }) =>
      theirs === undefined &&
      (ours === undefined
        ? target?.endsWith(".usda") === true
        : /cannot contain the path "\/[^/"]+": no path of that layer leads there/u.test(ours)) &&
      edits.some(
        (edit) =>
          (edit.op === "reference" || edit.op === "payload") &&
          edit.asset === undefined &&
          /^\/[^/]+$/u.test(edit.prim ?? ""),
      ),
  },
  {
    // All paths of an edit are those of the stage. `_TranslatePath` of `UsdInherits` writes root paths, of global classes, as they are.
    reason: "the path of a class is mapped to the target if an arc leads there, also that of a root prim",
    applies: ({ edits, target, theirs, ours }) =>
      target?.endsWith(".usda") === true &&
      theirs === undefined &&
      ours === undefined &&
      edits.some((edit) => (edit.op === "inherit" || edit.op === "specialize") && /^\/[^/]+$/u.test(edit.prim ?? "")),
  },
  {
    // Variants are renamed in place, also those that are not selected, so that the prim keeps its name whatever is selected.
    reason:
      "a new name that another variant has for a prim of its own is an error; the reference sees selected variants alone",
    applies: ({ ours = "", theirs }) =>
      theirs === undefined && /cannot become ".*": ".*\{.*\}.*" has that name/u.test(ours),
  },
  {
    // Relative paths become absolute when it saves the layer: "../B" in a variant of /C is "/C{v=x}B" then.
    reason: "the reference saves path expressions of variants as text that it cannot read again",
    applies: ({ problem }) => /ours +(?:.*= |[-\d.]+: )".*\{.*\}.*"\n +theirs +.*""/u.test(problem),
  },
  {
    // `relocates = { </A/B>: </B/C> }` is the same in usd-core 26.11 after /B was renamed to /Z, and the prim is below /B again.
    // Likewise `relocates = { </C/C>: </A/A> }` after /C was renamed, and `relocates = { </A/A>: <> }`, where a reference of /A has A:
    // after /A was renamed to /D, the reference has /D/A again.
    reason: "relocates of and to prims below one that is renamed follow it; the reference leaves them",
    applies: ({ edits, theirs, ours, files }) =>
      theirs === undefined &&
      ours === undefined &&
      edits.some(
        (edit) =>
          (edit.op === "move" || edit.op === "rename") &&
          [...files.values()].some(
            (text) =>
              text.includes(`>: <${edit.path}/`) ||
              [...text.matchAll(/<([^>]+)>: </gu)].some(([, source = ""]) => source.startsWith(`${edit.path}/`)),
          ),
      ),
  },
  {
    // /C references @./l0.usda@</B>, and that leads to </A> of l1.usda, a sublayer of the stage. After /A was deleted, usd-core 26.11
    // removes the reference of /C, although </B> is still there.
    reason:
      "a deleted prim leaves references to other prims, behind which an arc of a layer that is not changed led to it",
    applies: ({ edits, theirs, ours, files }) =>
      theirs === undefined &&
      ours === undefined &&
      edits.some(
        (edit) =>
          edit.op === "remove" &&
          edit.everywhere === true &&
          [...files].some(([name, text]) => name !== "root.usda" && leadsToSublayer(files, text, edit.path)),
      ),
  },
  {
    reason: "the reference fails when it looks for what depends on a prim",
    applies: ({ theirs = "" }) =>
      /Failed verification|Unable to find node that introduced|Null map function/u.test(theirs),
  },
  {
    // An over in l0.usda, the first opinion there about /B/A, was where a reference of /B leads, which is instanceable.
    reason: "the reference cannot set a value if the new attribute itself takes the prim from the stage",
    applies: ({ ours, theirs = "" }) =>
      ours === undefined && /Accessed invalid attribute '.*' on expired prim/u.test(theirs),
  },
  {
    // An opinion about /A in l0.usda brought `instanceable` with it: `IsInstanceable()` was true then, `IsInstance()` was not.
    reason: "the reference's stage keeps the prims of a prim that an edit makes an instance until it is opened again",
    applies: ({ edits, target, problem, files }) =>
      target?.endsWith(".usda") === true &&
      edits.findIndex(({ op }) => op === "add") > 0 &&
      /ours +def "(.*)"\n +theirs +over "\1"/u.test(problem) &&
      [...files.values()].some((text) => text.includes("instanceable = true")),
  },
  {
    reason: "a prim that is moved to where it is stays",
    applies: ({ edits, theirs }) =>
      theirs !== undefined &&
      edits.some(
        (edit) =>
          (edit.op === "move" && edit.path === edit.to) ||
          (edit.op === "rename" && edit.path.endsWith(`/${edit.name}`)),
      ),
  },
  {
    reason: "renames also reach path expressions in time samples; the reference leaves those as they are",
    applies: ({ edits, problem }) =>
      edits.some(({ op }) => op === "move" || op === "rename") &&
      /ours +[-\d.]+: ".*\n +theirs +[-\d.]+: "/u.test(problem),
  },
];

/** Whether an edit is about what is below a prim that an edit before has made inactive: the reference does not compose it. */
function isDeactivated(edits: readonly StageEdit[], index = edits.length): boolean {
  const edit = edits[index];
  if (edit === undefined || !("path" in edit)) return false;
  const path = edit.op === "move" ? edit.to : edit.path;
  return edits
    .slice(0, index)
    .some(
      (each) =>
        each.op === "metadata" && each.field === "active" && each.value === false && path.startsWith(`${each.path}/`),
    );
}

/** Whether an arc of a layer leads to a prim, or one below it, in a file that is a sublayer of the root layer. */
function leadsToSublayer(files: EditDifference["files"], text: string, prim: string): boolean {
  const [, sublayers = ""] = /subLayers = \[([^\]]*)\]/u.exec(files.get("root.usda") ?? "") ?? [];
  return [...sublayers.matchAll(/@[^@]+@/gu)].some(
    ([asset]) => text.includes(`${asset}<${prim}>`) || text.includes(`${asset}<${prim}/`),
  );
}

/** Returns why a difference is meant to be; undefined if it is not known. */
export function reasonOf(difference: EditDifference): string | undefined {
  return reasons.find(({ applies }) => applies(difference))?.reason;
}
