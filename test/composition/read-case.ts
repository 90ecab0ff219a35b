// The expected results of composition cases: what the harness of the AOUSD supplement prints for each prim.

/** What composing a prim gives. */
export interface ExpectedPrim {
  /** Layers, relative to the folder of the case, and paths. */
  readonly primStack: string[];
  readonly timeOffsets: string[];
  readonly selections: string[];
  childNames: string[];
  prohibited: string[];
  propertyNames: string[];
  readonly propertyStacks: Map<string, string[]>;
  readonly targets: Map<string, string[]>;
  readonly connections: Map<string, string[]>;
}

/** The content of a `pcp.txt`. */
export interface ExpectedCase {
  /** The name of the root layer's file. */
  readonly root: string;
  readonly session: string | undefined;
  readonly layerStack: readonly string[];
  readonly prims: ReadonlyMap<string, ExpectedPrim>;
  /** Sorted: the prim ("/" for the layer stack) and the kind of each error. */
  readonly errors: readonly string[];
}

// The first words of each kind of error. Those of the reference that a case of the supplement has.
const ERROR_KINDS: readonly (readonly [start: RegExp, code: string])[] = [
  [/^Cycle detected:/u, "ARC_CYCLE"],
  [/^Unresolved \w+ prim path /u, "UNRESOLVED_PRIM_PATH"],
  [/^Could not open asset /u, "MISSING_LAYER"],
  [/^Could not load sublayer /u, "MISSING_SUBLAYER"],
  [/^The layer @.*has an invalid opinion at the relocation source/u, "OPINION_AT_RELOCATION_SOURCE"],
  [/^which is a prohibited child of its parent/u, "ARC_TO_PROHIBITED_CHILD"],
  [/^The (?:attribute connection|relationship target) .*outside the scope/u, "TARGET_OUTSIDE_OF_ARC"],
  [/^The (?:attribute connection|relationship target) .*authored in a class/u, "TARGET_IN_CLASS_INSTANCE"],
  [/^The property .*inconsistent spec types/u, "INCONSISTENT_PROPERTY_TYPE"],
  [/^Sublayer hierarchy with root layer .*has cycles/u, "SUBLAYER_CYCLE"],
  [/^The following sublayers for layer /u, "SUBLAYER_OWNERSHIP"],
  [/^Relocation from .*is invalid and will be ignored/u, "INVALID_RELOCATE"],
  [/^Relocation from .*conflicts with/u, "CONFLICTING_RELOCATES"],
  [/^The path .*is the target of multiple relocations/u, "SAME_TARGET_RELOCATES"],
];

const SECTIONS: ReadonlySet<string> = new Set([
  "Layer Stack:",
  "Prim Stack:",
  "Time Offsets:",
  "Variant Selections:",
  "Child names:",
  "Prohibited child names:",
  "Property names:",
  "Property stacks:",
  "Relationship targets:",
  "Attribute connections:",
  "Deleted target paths:",
]);

const RULE = /^-+$/u;

/** Reads a `pcp.txt`. */
export function readCase(text: string): ExpectedCase {
  const lines = text.replaceAll("\r", "").split("\n");
  const root = /@.*\/([^/@]+)@/u.exec(lines.find((line) => line.startsWith("Loading @")) ?? "")?.[1] ?? "";
  const session = /@.*\/([^/@]+)@/u.exec(lines.find((line) => line.startsWith("Loading session")) ?? "")?.[1];
  const layerStack: string[] = [];
  const prims = new Map<string, ExpectedPrim>();
  const errors: string[] = [];
  let prim: ExpectedPrim | undefined;
  let section = "";
  let place = "";
  let property = "";
  for (const line of lines) {
    const header = /^(?:Results for|Errors while) composing <(.*)>$/u.exec(line);
    if (RULE.test(line) || line.trim() === "") continue;
    if (header !== null) {
      place = header[1];
      section = line.startsWith("Errors") ? "Errors" : "";
      if (section === "") prims.set(place, (prim = emptyPrim()));
    } else if (line === "Errors while computing Layer Stack") {
      place = "/";
      section = "Errors";
    } else if (SECTIONS.has(line)) section = line.slice(0, -1);
    else if (line.startsWith("Warning:")) continue;
    else if (section === "Layer Stack") layerStack.push(line.trim());
    else if (section === "Errors") {
      const kind = ERROR_KINDS.find(([start]) => start.test(line));
      const error = `${place} ${kind?.[1] ?? ""}`;
      // The harness composes a property twice: for its stack, and for its targets.
      const isRepeated = kind?.[1] === "INCONSISTENT_PROPERTY_TYPE" && errors.includes(error);
      if (kind !== undefined && !isRepeated) errors.push(error);
    } else if (prim !== undefined) property = addLine(prim, section, line, property);
  }
  return { root, session, layerStack, prims, errors: errors.sort() };
}

function emptyPrim(): ExpectedPrim {
  return {
    primStack: [],
    timeOffsets: [],
    selections: [],
    childNames: [],
    prohibited: [],
    propertyNames: [],
    propertyStacks: new Map(),
    targets: new Map(),
    connections: new Map(),
  };
}

/** Adds a line of a section; returns the property that the next lines belong to. */
function addLine(prim: ExpectedPrim, section: string, line: string, property: string): string {
  const words = line.trim().replace(/\s+/gu, " ");
  const names = [...line.matchAll(/'([^']*)'/gu)].map((match) => match[1]);
  const tables: Readonly<Record<string, Map<string, string[]>>> = {
    "Property stacks": prim.propertyStacks,
    "Relationship targets": prim.targets,
    "Attribute connections": prim.connections,
  };
  const table = tables[section];
  if (table !== undefined) {
    const owner = line.startsWith("/") ? line.slice(0, -1) : property;
    if (owner !== property || line.startsWith("/")) table.set(owner, []);
    else table.get(owner)?.push(words);
    return owner;
  }
  if (section === "Prim Stack") prim.primStack.push(words);
  else if (section === "Time Offsets") prim.timeOffsets.push(words);
  else if (section === "Variant Selections") prim.selections.push(words);
  else if (section === "Child names") prim.childNames = names;
  else if (section === "Prohibited child names") prim.prohibited = names;
  else if (section === "Property names") prim.propertyNames = names;
  return property;
}
