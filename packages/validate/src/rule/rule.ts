/** What a rule is made of, and what it is given. */
import type { Layer, PrimSpec, PropertySpec, Spec } from "@usdkit/layer";
import type { PrimTypes, PrimPlace } from "@usdkit/schema";
import type { Diagnostic } from "@usdkit/usda";
import type { Effect, RuleFinding, Severity } from "../model/finding.ts";
import type { ResolvedProfile } from "../model/profile.ts";
import type { RuleReading } from "../scene/rule-reading.ts";

/** What a rule checks, and `report` for its findings. */
export interface RuleContext {
  readonly layer: Layer;
  /** The text; undefined for a layer that a program built. */
  readonly source: Uint8Array | undefined;
  /** What the parser found. */
  readonly diagnostics: readonly Diagnostic[];
  readonly profile: ResolvedProfile;
  /** True if the text has syntax errors: what the layer lacks may be in the part that could not be read. */
  readonly isPartial: boolean;
  /** The largest width and height that the server takes. */
  readonly maxResolution: number;
  /** Mesh ids that the service has; undefined if no list was given. */
  readonly assets: ReadonlySet<string> | undefined;
  /** The scene that a patch belongs to; undefined if none was given. */
  readonly base: Layer | undefined;
  /** The prim types that the service reads. */
  readonly primTypes: PrimTypes;
  /**
   * What several rules ask of the scene, found out once. For the rules of this package: it changes with them.
   *
   * @hidden
   */
  readonly scene: RuleReading;
  /** Reports a finding; the engine adds the rule, its severity, and lines and columns. */
  readonly report: (finding: RuleFinding) => void;
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
  /** False if comments cannot suppress its findings. Default true. */
  readonly isSuppressible?: boolean | undefined;
  /** True if it runs only where a level is set for it. Default false. */
  readonly isOptIn?: boolean | undefined;
  /** The kinds of fix that its findings may have; absent for none. */
  readonly fixable?: "safe" | "unsafe" | "both" | undefined;
}

/**
 * What a rule wants to see of the one walk over the layer: prims as the service meets them (depth first, `reorder` applied,
 * inactive subtrees and variants left out, and in a full scene what is no `def`), and, for rules about the text, every spec
 * there is.
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
  /** After the walk. */
  readonly end?: (() => void) | undefined;
}

/** A rule and its check. */
export interface Rule {
  readonly meta: RuleMeta;
  /** Scenes that are its tests and its documentation. */
  readonly examples?: (() => RuleExamples) | undefined;
  /**
   * Called once a scene: reports what needs no walk, and returns what it wants to see of the walk. Throws nothing for bad
   * scenes.
   */
  check(context: RuleContext): RuleListeners | undefined;
}

/** Scenes that are tests and documentation of a rule at once. */
export interface RuleExamples {
  readonly good: readonly Example[];
  readonly bad: readonly (Example & {
    /** Where the rule's findings start, as `line:column`, in order. */
    readonly at: readonly string[];
    /** Other rules that find something in it, too. Default: none do. */
    readonly others?: readonly string[] | undefined;
  })[];
}

/** A scene of {@link RuleExamples}, and what it is checked with. */
export interface Example {
  readonly title: string;
  /** Text, or bytes where it is about bytes. */
  readonly source: string | Uint8Array;
  readonly profile?: ResolvedProfile | undefined;
  /** Text of the scene that a patch belongs to. */
  readonly base?: string | undefined;
  readonly maxResolution?: number | undefined;
  readonly assets?: readonly string[] | undefined;
  /** Prim types in addition to those of the service. */
  readonly primTypes?: PrimTypes | undefined;
}
