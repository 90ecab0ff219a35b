// Why examples of rules differ from the checks that the rules name in `sameAs`: printed by `fix-proofs.ts`.

/** Examples of a rule that another validator takes otherwise. */
interface ProofReason {
  readonly rule: string;
  readonly kind: "good" | "bad";
  readonly titles: readonly string[];
  /** One sentence about the other validator. */
  readonly reason: string;
}

const MACHINES = "They resolve paths of other machines as files.";
const BINDINGS = "The check looks at bindings of materials alone; the rule reports every target.";
const UNREADABLE = "They report a file that cannot be read when the stage is opened, and not as a finding.";

const reasons: readonly ProofReason[] = [
  {
    rule: "dangling-over",
    kind: "good",
    titles: ["a layer for others"],
    reason: "They report every `over`, also in a layer that others use.",
  },
  {
    rule: "dangling-over",
    kind: "good",
    titles: ["in a class", "the prim of a reference"],
    reason: "They do not look for the prims that have the opinions.",
  },
  {
    rule: "extent-invalid",
    kind: "good",
    titles: ["none"],
    reason: "They report a missing extent under the same check: `extent-missing` does.",
  },
  {
    rule: "extent-missing",
    kind: "good",
    titles: ["without points"],
    reason: "They ask for an extent of nothing.",
  },
  {
    rule: "package-file-type",
    kind: "good",
    titles: ["SKY.EXR"],
    reason: "They compare the extension with its case, which the format of packages does not.",
  },
  {
    rule: "package-file-type",
    kind: "bad",
    titles: ["in a package that a layer refers to"],
    reason: "They look at the package that is the root alone.",
  },
  {
    rule: "package-encapsulation",
    kind: "bad",
    titles: ["a layer", "a texture", "in another layer of it"],
    reason:
      "They report a file outside of the package that exists, which no portable text names; those with a file of this machine are proven.",
  },
  {
    rule: "material-binding-target",
    kind: "good",
    titles: ["a collection"],
    reason: "The collection is not applied as they expect; `material-binding-collection` reports it.",
  },
  {
    rule: "material-binding-target",
    kind: "good",
    titles: ["a prim that lacks a layer"],
    reason: "They report what is missing as a consequence; the rule waits for the layer.",
  },
  {
    rule: "material-binding-target",
    kind: "good",
    titles: ["taken away"],
    reason: "They report a binding without targets, which is how the format takes one away.",
  },
  {
    rule: "material-binding-type",
    kind: "good",
    titles: ["another name"],
    reason: "They take each name that begins with `material:binding` for a binding.",
  },
  {
    rule: "mdl-path",
    kind: "good",
    titles: ["a file of the renderer"],
    reason: "They do not know the modules that come with the renderer.",
  },
  {
    rule: "mesh-topology",
    kind: "bad",
    titles: ["a negative count"],
    reason: "They compare the sum of the counts with the number of indices alone.",
  },
  {
    rule: "missing-asset",
    kind: "good",
    titles: ["a missing path that a stronger layer replaces"],
    reason: "They look at every layer, also at values that stronger layers replace.",
  },
  {
    rule: "missing-asset",
    kind: "good",
    titles: ["another machine, and no path"],
    reason: MACHINES,
  },
  { rule: "missing-clip", kind: "good", titles: ["clips of another machine"], reason: MACHINES },
  {
    rule: "missing-clip",
    kind: "bad",
    titles: ["a template"],
    reason: "They do not look for the files of a template.",
  },
  { rule: "missing-layer", kind: "good", titles: ["a mesh of the service"], reason: MACHINES },
  {
    rule: "unreadable-layer",
    kind: "good",
    titles: ["a file that does not exist, which `missing-layer` reports"],
    reason: "They report missing and unreadable layers under the same check.",
  },
  { rule: "unreadable-layer", kind: "good", titles: ["another machine"], reason: MACHINES },
  { rule: "unreadable-layer", kind: "bad", titles: ["a syntax error", "not a layer"], reason: UNREADABLE },
  {
    rule: "physics-mass",
    kind: "bad",
    titles: ["no body"],
    reason: "They look at masses of bodies and colliders; the rule also reports a mass that nothing uses.",
  },
  {
    rule: "property-kind-conflict",
    kind: "bad",
    titles: ["a binding", "a weaker attribute", "a weaker relationship"],
    reason: "They compose properties when a program asks for their targets or values, and do not ask for all.",
  },
  {
    rule: "shader-input-invalid",
    kind: "bad",
    titles: ["a misspelled input"],
    reason: "They take an input that the shader does not have and that has no connection for one of the author's own.",
  },
  {
    rule: "shader-input-type",
    kind: "good",
    titles: ["a shader of a renderer"],
    reason: "They have no plugin for the shader.",
  },
  {
    rule: "shader-input-type",
    kind: "bad",
    titles: ["an output"],
    reason: "usd-core looks at inputs alone, NVIDIA's at shaders of a Material alone.",
  },
  {
    rule: "stage-default-prim",
    kind: "bad",
    titles: ["a prim without a type, next to others", "below a root prim", "not active"],
    reason: "usd-core looks whether there is a default prim; NVIDIA's validator looks at the prim as well.",
  },
  {
    rule: "subset-material-family",
    kind: "bad",
    titles: ["another family"],
    reason: "usd-core takes a subset of any family; NVIDIA's validator reports it.",
  },
  {
    rule: "target-ignored",
    kind: "bad",
    titles: ["a property next to the prim", "an instance of the class", "next to the prim"],
    reason: BINDINGS,
  },
  {
    rule: "target-missing",
    kind: "bad",
    titles: ["a connection below a reference", "a property", "a target"],
    reason: BINDINGS,
  },
];

/** Returns why another validator takes an example otherwise; undefined if that is not known. */
export function proofReason(rule: string, kind: ProofReason["kind"], title: string): string | undefined {
  return reasons.find((each) => each.rule === rule && each.kind === kind && each.titles.includes(title))?.reason;
}
