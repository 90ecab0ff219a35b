// Made by packages/validate/scripts/write-stage-rule-metas.ts from packages/validate/src/stage-rules/index.ts. Not to be changed by hand.
import type { StageRuleMeta } from "../rule/stage-rule.ts";

/** The properties of the rules about stages, in the order of `stageRules`. */
export const stageRuleMetas: readonly StageRuleMeta[] = [
  {
    id: "missing-layer",
    summary: "A sublayer, reference or payload that leads to no file",
    detail:
      "Composition leaves the arc out: its prims are missing on the stage. Paths are relative to the layer that contains them; those without `./` are also looked up in the folders of `--search-path`. Paths of other machines (`https://…`) and of resolvers of a site are a warning, as only files are read. Meshes of the service are not looked up.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
    holdsForEveryUse: true,
  },
  {
    id: "unreadable-layer",
    summary: "A sublayer, reference or payload that leads to a file which is no layer, or is damaged",
    detail:
      "Composition leaves the arc out, as if the file did not exist: a layer with one syntax error contributes nothing. Files of other formats (MaterialX, Alembic) are a warning: programs with a plugin for them compose them.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
    holdsForEveryUse: true,
  },
  {
    id: "missing-asset",
    summary: "An attribute whose composed value is the path of a file that does not exist: a texture, for example",
    detail:
      "The value that counts is that of the strongest layer, at the default time and at each time sample; its path is relative to that layer. Of a path with `<UDIM>` one tile from 1001 to 1100 has to exist. Paths of other machines are not looked up. Sources of shaders without `./` are a warning: renderers find them in folders of their own.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "missing-clip",
    summary: "A value clip, a manifest or a template of clips that leads to no file",
    detail:
      "Attributes that take their values from a clip which does not exist have no value in its time, or the default of the manifest. Of a template at least one file has to exist.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
    holdsForEveryUse: true,
  },
  {
    id: "composition-cycle",
    summary: "A sublayer that contains its own layer, or an arc that leads to its own prim",
    detail: "Composition leaves out the arc that closes the cycle.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
    holdsForEveryUse: true,
  },
  {
    id: "arc-target-missing",
    summary: "A reference or payload to a prim that its layer does not have",
    detail: "The arc contributes nothing to the stage.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "default-prim-missing",
    summary: "A reference or payload without a prim path to a layer without a default prim",
    detail:
      "An arc without a path leads to the prim that the layer names as `defaultPrim`. Without one, or if it names a prim that the layer does not have, the arc contributes nothing.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "arc-invalid",
    summary:
      "A composition arc that is ignored, in whole or in part: its path, its offset, its place, or too many of them",
    detail:
      "An arc to a path that is not one of a prim is left out; an offset that is not finite, or a scale of 0 or less, has no effect.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "relocates-invalid",
    summary: "A relocation that is ignored, or opinions at the path that a prim was relocated from",
    detail:
      "Relocations that contradict each other are left out, both. Opinions at the source of a relocation have no effect.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "expression-invalid",
    summary: "A variable expression in an arc or a variant selection that has no value",
    detail:
      "The arc or the selection is ignored. Variables are those of `expressionVariables` of the root layer, and of layers on the way.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "property-kind-conflict",
    summary: "A property that is an attribute in one layer and a relationship in another",
    detail: "The strongest layer decides; the specs of the other kind are ignored.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "target-ignored",
    summary: "A target or connection of a layer that its arc does not map to the stage",
    detail:
      "A layer that is referenced contributes only the prim that the arc leads to, with those below it. Targets outside of it, a material next to the prim for example, are left out. A class may not target one of its instances.",
    severity: "error",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "target-missing",
    summary: "A target of a relationship or a connection that leads to nothing on the stage",
    detail:
      "Looked up on the composed stage, so that a target in another layer, a variant or a payload counts. Inputs and outputs of a prim that exists need not be authored. Prims that are inactive exist. Below a prim that lacks a layer nothing is reported.",
    severity: "warning",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "variant-missing",
    summary: "A variant selection that names no variant of the prim",
    detail:
      "The selection of the strongest layer counts. It selects nothing if no layer of the prim has a variant of this name: the prim is composed as without a selection.",
    severity: "warning",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "instanceable-ignored",
    summary: "A prim with instanceable = true that is no instance",
    detail:
      "A prim is an instance only if it has an arc whose opinions instances can share: a reference, payload, inherit or specialize, or one in a variant. Prims at the root of a stage are not reported: another layer may refer to them.",
    severity: "warning",
    effect: null,
    profiles: ["offline", "realtime", "patch", "usd", "usdz", "arkit"],
  },
  {
    id: "dangling-over",
    summary: "A prim that layers override and none defines",
    detail:
      "An `over` changes a prim that another layer defines: without a `def` the prim is not on the stage, and its opinions have no effect. Often the name is misspelled, or the layer that defines the prim is missing. Prims with such a prim above them, targets of relationships and connections and prims above these, and layers of which all root prims are `over` (which are made to be used by others) are not reported.",
    severity: "info",
    effect: null,
    profiles: ["usd", "usdz", "arkit"],
    sameAs: ["nvidia:DanglingOverPrimChecker"],
  },
  {
    id: "kind-hierarchy",
    summary: "A kind that does not exist, or a model outside of the hierarchy of models",
    detail:
      "The kinds are `component`, `group`, `assembly` and `subcomponent`; `model` is the base of the first three and not to be authored. All prims above a model have to be of kind `group` or `assembly`, and nothing below a component is a model: otherwise programs that walk the models of a stage do not find it.",
    severity: "warning",
    effect: null,
    profiles: ["usd", "usdz", "arkit"],
    fixable: "unsafe",
    sameAs: ["nvidia:KindChecker"],
  },
  {
    id: "prim-untyped",
    summary: "A defined prim without a type",
    detail:
      "A prim without a type has no schema: it has no transform and no visibility, and what is below it does not inherit those that it has. Prims below `/Render` are not reported.",
    severity: "info",
    effect: null,
    profiles: ["usd", "usdz", "arkit"],
    sameAs: ["nvidia:TypeChecker"],
  },
  {
    id: "stage-default-prim",
    summary: "A stage without a default prim, or with one that does not serve as the root of an asset",
    detail:
      "`defaultPrim` of the root layer names the prim that references and payloads without a path bring in, and that tools show. It should be an active Xform (or another prim with a transform) or Scope at the root that holds the whole asset. Other root prims with content are infos: references leave them out.",
    severity: "warning",
    effect: null,
    profiles: ["usd", "usdz", "arkit"],
    fixable: "unsafe",
    sameAs: ["usdValidation:StageMetadataChecker", "nvidia:DefaultPrimChecker"],
  },
  {
    id: "stage-metadata-missing",
    summary: "A stage without `upAxis` or `metersPerUnit`",
    detail:
      'A stage without them has Y up and units of a centimetre (`upAxis = "Y"`, `metersPerUnit = 0.01`), which is often not what the program meant that wrote the file. Only the root layer and the session layer count. The fixes write these values: no stage changes.',
    severity: "warning",
    effect: null,
    profiles: ["usd", "usdz", "arkit"],
    fixable: "safe",
    sameAs: ["usdGeomValidators:StageMetadataChecker", "nvidia:StageMetadataChecker"],
  },
  {
    id: "name-not-normalized",
    summary: "A name that is not in Unicode Normalization Form C, or looks like that of a sibling",
    detail:
      "The same letter can be one code point (é) or several (e and an accent): USD takes such names for different ones, people and many programs do not. Names of prims, properties, variant sets and variants should be composed (NFC); names of siblings should differ in every normalization form.",
    severity: "warning",
    effect: null,
    profiles: ["usd", "usdz", "arkit"],
    sameAs: ["nvidia:UnicodeNameChecker"],
  },
];
