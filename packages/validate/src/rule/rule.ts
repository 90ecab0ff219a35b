/** The interface of rules, and the context that they receive. */
import type { Layer, PrimSpec, PropertySpec, Spec } from "@usdkit/layer";
import type { PrimTypes, PrimPlace } from "@usdkit/service-scene";
import type { Diagnostic } from "@usdkit/usda";
import type { Effect, RuleFinding, Severity } from "../model/finding.ts";
import type { ResolvedProfile } from "../model/profile.ts";
import type { RuleReading } from "../scene/rule-reading.ts";

/** The input of a rule, and `report` for its findings. */
export interface RuleContext {
  readonly layer: Layer;
  /** The text; undefined for a layer built in memory. */
  readonly source: Uint8Array | undefined;
  /** Diagnostics of the parser. */
  readonly diagnostics: readonly Diagnostic[];
  readonly profile: ResolvedProfile;
  /** True if the text has syntax errors: specs missing in the layer may be in the part that could not be parsed. */
  readonly isPartial: boolean;
  /** Maximum width and height that the server accepts, in pixels. */
  readonly maxResolution: number;
  /** Mesh ids that the service has; undefined if no list was given. */
  readonly assets: ReadonlySet<string> | undefined;
  /** The scene that a patch belongs to; undefined if none was given. */
  readonly base: Layer | undefined;
  /** The prim types that the service reads. */
  readonly primTypes: PrimTypes;
  /**
   * Data about the scene that several rules use, computed once. Internal to this package; may change without notice.
   *
   * @hidden
   */
  readonly scene: RuleReading;
  /** Reports a finding; the engine adds the rule, its severity, and lines and columns. */
  readonly report: (finding: RuleFinding) => void;
  /** Called in the walk: `end` receives the prim, once, and all others that the rule noted, in the order of the traversal. */
  readonly note: (prim: PrimSpec) => void;
}

/** Properties of a rule. */
export interface RuleMeta {
  readonly id: string;
  /** One line, for tables. */
  readonly summary: string;
  /** A few sentences of markdown: what the service does, why it matters, and the source (`spec 2.8 rule 3`). */
  readonly detail?: string | undefined;
  readonly severity: Severity;
  readonly effect: Effect | null;
  readonly profiles: readonly ResolvedProfile[];
  /**
   * What the callbacks for the walk depend on. `prim`: the prim's own statements (its metadata, properties and variants), and the
   * name, type, specifier and `active` of those above it; nothing that the rule keeps between prims. After an edit their
   * findings are kept for prims that did not change. `layer`: anything; they are called for every prim after each edit. Default
   * `layer`. `end` and the body of `check` always run.
   */
  readonly scope?: "prim" | "layer" | undefined;
  /** True if its findings are left out in a text with syntax errors, where specs may be missing. Default false. */
  readonly needsWholeText?: boolean | undefined;
  /** False if comments cannot suppress its findings. Default true. */
  readonly isSuppressible?: boolean | undefined;
  /** True if it runs only if a level is set for it. Default false. */
  readonly isOptIn?: boolean | undefined;
  /**
   * The checks of other validators that the rule covers: `usdGeomValidators:EncapsulationChecker` of usd-core's UsdValidation,
   * `nvidia:KindChecker` of usd-validation-nvidia.
   */
  readonly sameAs?: readonly string[] | undefined;
  /** Rules about stages only: see `StageRuleMeta`. */
  readonly holdsForEveryUse?: boolean | undefined;
  /** The kinds of fix that its findings may have; absent if they have none. */
  readonly fixable?: "safe" | "unsafe" | "both" | undefined;
}

/**
 * Callbacks of a rule for the walk over the layer: prims as the service visits them (depth first, `reorder` applied,
 * without inactive subtrees and variants, and in a full scene only `def`s), and, for rules about the text, every spec.
 */
export interface RuleListeners {
  /** Each prim that counts, parents first. */
  readonly prim?: ((prim: PrimSpec, place: PrimPlace) => void) | undefined;
  /** Each property of those prims, after its prim. */
  readonly property?: ((property: PropertySpec, prim: PrimSpec, place: PrimPlace) => void) | undefined;
  /** In a full scene each `over` or `class` that is left out with everything under it; not those under another. */
  readonly undefinedPrim?: ((prim: PrimSpec) => void) | undefined;
  /** Every spec of the layer, the root, variants and inactive subtrees included, parents first. */
  readonly spec?: ((spec: Spec) => void) | undefined;
  /** After the walk, with the prims that the rule noted. */
  readonly end?: ((noted: Iterable<PrimSpec>) => void) | undefined;
}

/** A rule about a layer and its check: without fixes, or with fixes whose results its examples state. */
export type Rule = RuleWithoutFixes | RuleWithFixes;

/** A rule whose findings have no fixes. */
export interface RuleWithoutFixes extends RuleCheck {
  readonly meta: RuleMeta & { readonly fixable?: undefined };
  /** Scenes that serve as its tests and its documentation. */
  readonly examples?: (() => RuleExamples) | undefined;
}

/** A rule whose findings may have fixes. */
export interface RuleWithFixes extends RuleCheck {
  readonly meta: RuleMeta & { readonly fixable: NonNullable<RuleMeta["fixable"]> };
  /** Scenes that serve as its tests and its documentation, with their texts after the fixes. */
  readonly examples?: (() => FixedExamples) | undefined;
}

interface RuleCheck {
  readonly checkStage?: undefined;
  /**
   * Called once per scene: reports findings that need no walk, and returns the callbacks for the walk. Never throws for
   * invalid scenes.
   */
  check(context: RuleContext): RuleListeners | undefined;
}

/** Scenes that serve as tests and as documentation of a rule. */
export interface RuleExamples<Bad extends BadExample = BadExample & { readonly fixed?: undefined }> {
  readonly good: readonly Example[];
  readonly bad: readonly Bad[];
}

/** The examples of a rule with fixes: each bad scene has the text after them. */
export type FixedExamples = RuleExamples<FixedExample>;

/** A scene with findings of the rule. */
export interface BadExample extends Example {
  /** Where the rule's findings start, as `line:column`, in order. */
  readonly at: readonly string[];
  /** Other rules that also report findings in it. Default: none. */
  readonly others?: readonly string[] | undefined;
}

/** A scene with findings of a rule that has fixes. */
export interface FixedExample extends BadExample {
  /** The whole text after the fixes of the rule, safe and unsafe, without findings of the rule; null if none has a fix. */
  readonly fixed: string | null;
}

/** A scene of {@link RuleExamples}, and the options of its check. */
export interface Example {
  readonly title: string;
  /** Text, or bytes for examples about the encoding. */
  readonly source: string | Uint8Array;
  readonly profile?: ResolvedProfile | undefined;
  /** Text of the scene that a patch belongs to. */
  readonly base?: string | undefined;
  readonly maxResolution?: number | undefined;
  readonly assets?: readonly string[] | undefined;
  /** Prim types in addition to those of the service. */
  readonly primTypes?: PrimTypes | undefined;
}
