import { lookUpSpec, type AttributeSpec, type Value } from "@usdkit/layer";
import type { StageLayer } from "@usdkit/usd";
import { badScene, defText, scene } from "../../examples/stage-files.ts";
import { usdProfiles } from "../../model/profile.ts";
import type { StageExamples, StageRule, StatementOfFinding } from "../../rule/stage-rule.ts";

/** Longer arrays, and more samples, are reported. */
const MAX_ELEMENTS = 64;
const MAX_SAMPLES = 4;
/** Bytes of the shortest text of a longer array. */
const MIN_BYTES = 2 * MAX_ELEMENTS;

/** What the rule notes: the attributes of a layer that take much space in text. */
interface Fact {
  readonly layer: StageLayer;
  /** In the layer. */
  readonly owner: string;
  readonly name: string;
  readonly kind: "array" | "samples";
}

export const rule: StageRule = {
  meta: {
    id: "text-arrays-large",
    summary: "A text layer with long arrays or many time samples",
    detail:
      "Text with arrays of more than 64 values, or with more than 4 samples of an attribute, is larger and slower to open than the same " +
      "layer as a crate: `usda cat FILE -o FILE.usdc` writes one. Reported once a layer.",
    severity: "info",
    effect: null,
    profiles: usdProfiles,
    sameAs: ["nvidia:UsdAsciiPerformanceChecker"],
  },
  population: "all",
  examples,
  checkStage({ note, report }) {
    return {
      property(_, specs) {
        for (const { layer, owner, spec } of specs) {
          if (spec.specType !== "attribute" || !isText(layer)) continue;
          const kind =
            (spec.timeSamples?.times.length ?? 0) > MAX_SAMPLES ? "samples" : hasLongArray(spec) ? "array" : undefined;
          if (kind !== undefined) note({ layer, owner: owner.path, name: spec.name, kind } satisfies Fact);
        }
      },
      end(facts) {
        const byLayer = new Map<StageLayer, Map<Fact["kind"], Map<string, Fact>>>();
        for (const { fact } of facts as Iterable<{ fact: Fact }>) {
          const { layer, owner, name, kind } = fact;
          let kinds = byLayer.get(layer);
          if (kinds === undefined) byLayer.set(layer, (kinds = new Map<Fact["kind"], Map<string, Fact>>()));
          let known = kinds.get(kind);
          if (known === undefined) kinds.set(kind, (known = new Map<string, Fact>()));
          known.set(`${owner}.${name}`, fact);
        }
        for (const [layer, kinds] of byLayer) {
          for (const [kind, attributes] of kinds) {
            const first = firstOf(layer, attributes.values());
            if (first === undefined) continue;
            const count = attributes.size;
            const what = kind === "array" ? `more than ${MAX_ELEMENTS} values` : `more than ${MAX_SAMPLES} samples`;
            report({
              message: `${count === 1 ? "One attribute of this text layer has" : `${count} attributes of this text layer have`} ${what}.`,
              hint: "Write the layer as a crate: `usda cat FILE -o FILE.usdc`.",
              at: first,
            });
          }
        }
      },
    };
  },
};

/** Returns the first of some attributes in a layer, in the order of its text. */
function firstOf(layer: StageLayer, facts: Iterable<Fact>): StatementOfFinding | undefined {
  let first: StatementOfFinding | undefined;
  for (const { owner, name } of facts) {
    const spec = lookUpSpec(layer.layer, owner);
    if (spec?.specType !== "prim" && spec?.specType !== "variant") continue;
    const propertySpec = spec.properties.find((each) => each.name === name);
    const range = propertySpec?.statements[0] ?? propertySpec?.range;
    if (propertySpec === undefined || range === undefined) continue;
    if (first?.range === undefined || range.start < first.range.start) first = { layer, spec, propertySpec, range };
  }
  return first;
}

function isText({ opened }: StageLayer): boolean {
  return opened?.encoding === "usda";
}

function hasLongArray({ isArray, defaultValue, timeSamples, valueType }: AttributeSpec): boolean {
  if (!isArray || valueType === undefined) return false;
  const isLong = (value: Value | undefined): boolean => {
    if (value?.kind !== "typed" || !value.isArray || typeof value.data !== "object") return false;
    if (value.range !== undefined && value.range.end - value.range.start <= MIN_BYTES) return false;
    const width = Array.isArray(value.data) ? 1 : valueType.components;
    return value.data.length > MAX_ELEMENTS * width;
  };
  if (isLong(defaultValue)) return true;
  const samples = timeSamples?.times.length ?? 0;
  for (let i = 0; i < samples; i++) if (isLong(timeSamples?.value(i))) return true;
  return false;
}

function examples(): StageExamples {
  const mesh = (count: number): string =>
    defText('def Mesh "Shape"', `int[] faceVertexCounts = [${Array.from({ length: count }, () => "3").join(", ")}]`);
  const samples = (count: number): string =>
    defText(
      'def Sphere "Ball"',
      `double radius.timeSamples = {\n${Array.from({ length: count }, (_, i) => `        ${i}: ${i},\n`).join("")}    }`,
    );
  return {
    good: [
      scene("a short array", mesh(64)),
      scene("few samples", samples(4)),
      scene("a long text", defText('def Xform "World"', `string note = "${"a".repeat(200)}"`)),
    ],
    bad: [
      badScene("a long array", mesh(65), {
        found: ["5:5 info: One attribute of this text layer has more than 64 values."],
      }),
      badScene("many samples", samples(5), {
        found: ["5:5 info: One attribute of this text layer has more than 4 samples."],
      }),
      badScene("two attributes", `${mesh(70)}\n\n${mesh(80).replace("Shape", "Other")}`, {
        found: ["5:5 info: 2 attributes of this text layer have more than 64 values."],
      }),
    ],
  };
}
