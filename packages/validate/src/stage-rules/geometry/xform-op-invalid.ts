import { isOpValueType, parseOpName, RESET_XFORM_STACK, type TransformOpType } from "@usdkit/transforms";
import { nearestName, valueTypes } from "@usdkit/layer";
import { textsOf } from "@usdkit/usd";
import { layerFix } from "../../checks/stage-fixes.ts";
import { typeNameEdits } from "../../checks/type-name-fix.ts";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import type { Fix } from "../../model/finding.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { CheckedPrim } from "../../rule/checked-prim.ts";
import type { StageExamples, StageRule, StageRuleFinding } from "../../rule/stage-rule.ts";

const ORDER = "xformOpOrder";
const PREFIX = "xformOp:";
const INTEGERS: ReadonlySet<string> = new Set(["int", "uint", "uchar"]);

export const rule: StageRule = {
  meta: {
    id: "xform-op-invalid",
    summary: "A transform op that does not exist, has no value, or is of a wrong type",
    detail:
      "`xformOpOrder` lists the attributes whose values make the transform of a prim. Programs leave out ops without an attribute and of " +
      "kinds that do not exist: the prim is then in another place. Ops that have a value, but are not listed, are infos. The fix writes a type " +
      "in double precision for one of integers, and is unsafe: the op has an effect then.",
    severity: "error",
    effect: null,
    profiles: usdProfiles,
    fixable: "unsafe",
  },
  of: { properties: [ORDER, PREFIX], accepts: ({ types }) => types.has("Xformable") },
  examples,
  checkStage({ report }) {
    return {
      prim(prim) {
        const order = prim.properties.has(ORDER) ? (textsOf(prim.value(ORDER)) ?? []) : [];
        const reset = order.lastIndexOf(RESET_XFORM_STACK);
        if (reset > 0) {
          report({
            message: `The ops before "${RESET_XFORM_STACK}" are ignored.`,
            hint: "Write it first.",
            severity: "warning",
            at: { prim: prim.path, property: ORDER },
          });
        }
        for (const name of order) {
          const problem = name === RESET_XFORM_STACK ? undefined : problemOf(prim, name);
          if (problem !== undefined) report(problem);
        }
        const listed = new Set(order.map((name) => parseOpName(name)?.attributeName));
        for (const name of prim.properties.keys()) {
          if (!name.startsWith(PREFIX) || listed.has(name) || !prim.hasValue(name)) continue;
          report({
            message: `"${name}" has no effect: "${ORDER}" does not list it.`,
            hint: `Add it to \`${ORDER}\`, or remove it.`,
            severity: "info",
            at: { prim: prim.path, property: name },
          });
        }
      },
    };
  },
};

function problemOf(prim: CheckedPrim, name: string): StageRuleFinding | undefined {
  const parsed = parseOpName(name);
  const atOrder = { prim: prim.path, property: ORDER };
  if (parsed?.type === undefined) {
    return {
      message: `"${name}" is no transform op.`,
      hint: "Ops are translate, scale, rotateX, rotateXYZ, orient, transform and others: `xformOp:translate`.",
      at: atOrder,
    };
  }
  const property = parsed.attributeName;
  const attribute = prim.properties.has(property) ? prim.attribute(property) : undefined;
  if (attribute === undefined) {
    const near = nearestName(
      property,
      [...prim.properties.keys()].filter((each) => each.startsWith(PREFIX)),
    );
    return {
      message: `"${name}" is not defined: the prim has no attribute "${property}".`,
      hint: near === undefined ? "Author it, or remove it from the order." : `Did you mean "${near}"?`,
      at: atOrder,
    };
  }
  const { valueType, isArray, typeName } = attribute;
  if (isArray || valueType === undefined || !isOpValueType(parsed.type, valueType)) {
    return {
      message: `"${property}" is of type ${typeName}, which ${parsed.type} does not take.`,
      hint: "Use half, float or double: `double3` for translate and scale, `float` for rotateX, `quatf` for orient, `matrix4d` for transform.",
      at: { prim: prim.path, property },
      fixes: realTypeFix(prim, property, parsed.type),
    };
  }
  if (prim.hasValue(property)) return undefined;
  return {
    message: `"${property}" has no value.`,
    hint: "Give it one.",
    severity: "warning",
    at: { prim: prim.path, property },
  };
}

/** Returns the fix that writes a type of doubles for one of as many integers. */
function realTypeFix(prim: CheckedPrim, property: string, op: TransformOpType): () => readonly Fix[] {
  const [only, ...others] = prim.properties.get(property) ?? [];
  const from = only?.spec.specType === "attribute" ? only.spec.valueType : undefined;
  if (from === undefined || others.length > 0 || !INTEGERS.has(from.kind)) return () => [];
  const to = valueTypes.get(from.components === 1 ? "double" : `double${from.components}`);
  if (to === undefined || only.spec.specType !== "attribute" || only.spec.isArray || !isOpValueType(op, to))
    return () => [];
  const { layer, spec } = only;
  return layerFix(layer, { title: `Write the type \`${to.name}\`` }, (text) =>
    typeNameEdits(text, spec, spec.typeName, to.name),
  );
}

function examples(): StageExamples {
  const xform = (...statements: readonly string[]): string => defText('def Xform "Chair"', ...statements);
  const order = (...names: readonly string[]): string =>
    `uniform token[] ${ORDER} = [${names.map((name) => JSON.stringify(name)).join(", ")}]`;
  const translate = "double3 xformOp:translate = (1, 0, 0)";
  return {
    good: [
      scene("an op", xform(translate, order("xformOp:translate"))),
      scene("an op and its inverse", xform(translate, order("xformOp:translate", "!invert!xformOp:translate"))),
      scene("no order", xform('token visibility = "inherited"')),
    ],
    bad: [
      badScene("an op without an attribute", xform(translate, order("xformOp:translate", "xformOp:scale")), {
        found: ['6:5 error: "xformOp:scale" is not defined: the prim has no attribute "xformOp:scale".'],
        fixed: null,
      }),
      badScene("a kind that does not exist", xform(order("xformOp:move")), {
        found: ['5:5 error: "xformOp:move" is no transform op.'],
        fixed: null,
      }),
      badScene("a wrong type", xform("float xformOp:translate = 1", order("xformOp:translate")), {
        found: ['5:5 error: "xformOp:translate" is of type float, which translate does not take.'],
        fixed: null,
      }),
      badScene("integers", xform("int3 xformOp:translate = (1, 0, 0)", order("xformOp:translate")), {
        found: ['5:5 error: "xformOp:translate" is of type int3, which translate does not take.'],
        fixed: xform("double3 xformOp:translate = (1, 0, 0)", order("xformOp:translate")),
      }),
      badScene("an integer", xform("int xformOp:rotateZ = 90", order("xformOp:rotateZ")), {
        found: ['5:5 error: "xformOp:rotateZ" is of type int, which rotateZ does not take.'],
        fixed: xform("double xformOp:rotateZ = 90", order("xformOp:rotateZ")),
      }),
      badScene("an op that is not listed", xform(translate), {
        found: ['5:5 info: "xformOp:translate" has no effect: "xformOpOrder" does not list it.'],
        fixed: null,
      }),
      badScene("a reset after an op", xform(translate, order("xformOp:translate", "!resetXformStack!")), {
        found: ['6:5 warning: The ops before "!resetXformStack!" are ignored.'],
        fixed: null,
      }),
    ],
  };
}
