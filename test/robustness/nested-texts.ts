// Texts of things inside of one another, as deep as wanted.

const HEAD = "#usda 1.0\n";

/** Nested constructs, by name: a text with `depth` levels, valid up to the limit. */
export const nestedTexts: Readonly<Record<string, (depth: number) => string>> = {
  prims: (depth) => {
    const lines: string[] = [HEAD];
    for (let i = 0; i < depth; i++) lines.push(`def "A"\n{\n`);
    return lines.join("") + "}\n".repeat(depth);
  },

  "prims on one line each": (depth) => `${HEAD}${'def "A" {\n'.repeat(depth)}${"}\n".repeat(depth)}`,

  // Each level is a prim, a variant set and a variant.
  variants: (depth) => {
    const levels = Math.floor((depth - 1) / 2);
    const open = 'variantSet "v" = {\n"a" {\n'.repeat(levels);
    return `${HEAD}def "A"\n{\n${open}${"}\n}\n".repeat(levels)}}\n`;
  },

  "layer dictionaries": (depth) =>
    `${HEAD}(\ncustomLayerData = ${"{\ndictionary d = ".repeat(depth - 1)}{\n}\n${"}\n".repeat(depth - 1)})\n`,

  "prim dictionaries": (depth) => {
    const value = `${"{ dictionary d = ".repeat(depth - 1)}{ int i = 1 }${" }".repeat(depth - 1)}`;
    return `${HEAD}def "A" (\ncustomData = ${value}\n)\n{\n}\n`;
  },

  "dictionaries of an unknown field": (depth) => {
    const value = `${"{ dictionary d = ".repeat(depth - 1)}{ int i = 1 }${" }".repeat(depth - 1)}`;
    return `${HEAD}def "A" (\nunknown = ${value}\n)\n{\n}\n`;
  },

  "dictionaries of a reference": (depth) => {
    const value = `${"{ dictionary d = ".repeat(depth - 1)}{ int i = 1 }${" }".repeat(depth - 1)}`;
    return `${HEAD}def "A" (\nreferences = @a@ (customData = ${value})\n)\n{\n}\n`;
  },

  "dictionaries of a knot": (depth) => {
    const value = `${"{ dictionary d = ".repeat(depth - 1)}{ int i = 1 }${" }".repeat(depth - 1)}`;
    return `${HEAD}def "A"\n{\ndouble x.spline = {\n1: 2; ${value},\n}\n}\n`;
  },

  "lists of an array": (depth) => inPrim(`int[] x = ${"[".repeat(depth)}1${"]".repeat(depth)}`),

  "lists in time samples": (depth) => inPrim(`int[] x.timeSamples = { 1: ${"[".repeat(depth)}1${"]".repeat(depth)} }`),

  "lists in a dictionary": (depth) => {
    const list = `${"[".repeat(depth)}1${"]".repeat(depth)}`;
    return `${HEAD}def "A" (\ncustomData = { int[] x = ${list} }\n)\n{\n}\n`;
  },

  "lists of an unknown type": (depth) => inPrim(`foo x = ${"[".repeat(depth)}1${"]".repeat(depth)}`),

  "tuples of an unknown type": (depth) => inPrim(`foo x = ${"(".repeat(depth)}1${")".repeat(depth)}`),

  "tuples of an unknown field": (depth) =>
    `${HEAD}def "A" (\nunknown = ${"(".repeat(depth)}1${")".repeat(depth)}\n)\n{\n}\n`,
};

function inPrim(statement: string): string {
  return `${HEAD}def "A"\n{\n${statement}\n}\n`;
}
