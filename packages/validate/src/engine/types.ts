/** What rules are made of, and what they find. */
import type { ByteRange, Layer, PrimSpec, PropertySpec, Spec } from "@usdkit/layer";
import type { Diagnostic, TextEdit } from "@usdkit/usda";
import type { SceneReading } from "../scene/scene-reading.ts";
import type { PrimPlace } from "./prim-place.ts";
import type { ResolvedProfile } from "./profile.ts";

export type { PrimPlace };

/** How bad a finding is; an `error` makes `usda-lint` exit with 1. */
export type Severity = "info" | "warning" | "error";
/** What a rule can be set to: off, or a severity in place of its own. */
export type Level = "off" | Severity;
/** Every level, the mildest first. */
export const levels: readonly Level[] = ["off", "info", "warning", "error"];

/** What the service does with a scene that breaks the rule: refuses it, drops the part silently, or something unsure. */
export type Effect = "rejected" | "ignored" | "risky";

/** Lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A change of the text that mends a finding. */
export interface Fix {
  /** What it does, in the imperative: `Set the width to 4500`. */
  readonly title: string;
  /** A safe fix cannot change what the author meant. */
  readonly safe: boolean;
  readonly edits: readonly TextEdit[];
}

/** Another place of the same file that explains a finding. */
export interface RelatedPlace {
  readonly message: string;
  readonly range: ByteRange;
  readonly start: Position;
  readonly end: Position;
}

/** What a rule has found in a scene, and where. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly effect: Effect | null;
  /** One sentence. Text of the file in it may hold any character: escape it before showing it. */
  readonly message: string;
  /** The parser's own code, for findings that come from it. */
  readonly code: string | null;
  /** `/` where the finding is about the file. */
  readonly primPath: string;
  /** The property that it is about. */
  readonly property: string | null;
  /** Bytes of the source; empty and at 0 in a layer that has none. */
  readonly range: ByteRange;
  readonly start: Position;
  readonly end: Position;
  readonly hint?: string | undefined;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly Fix[];
}

/** What a rule says; the engine adds the rest. Without a range it is about the file: line 1, column 1. */
export interface RuleFinding {
  readonly message: string;
  readonly range?: ByteRange | undefined;
  readonly primPath?: string | undefined;
  readonly property?: string | undefined;
  readonly code?: string | undefined;
  readonly hint?: string | undefined;
  readonly related?: readonly { readonly range: ByteRange; readonly message: string }[] | undefined;
  readonly fixes?: readonly Fix[] | undefined;
  /** Where it differs from the rule's own; a level set by the user still wins. */
  readonly severity?: Severity | undefined;
}

/** What a rule is given to look at, and `report` to say what it found. */
export interface RuleContext {
  readonly layer: Layer;
  /** The text; undefined for a layer that a program built. */
  readonly source: Uint8Array | undefined;
  /** What the parser found. */
  readonly diagnostics: readonly Diagnostic[];
  readonly profile: ResolvedProfile;
  /** True where the text has syntax errors: what is absent from the layer may stand in the part that could not be read. */
  readonly isPartial: boolean;
  /** The largest width and height that the server takes. */
  readonly maxResolution: number;
  /** Mesh ids that are known; undefined where no list was given. */
  readonly assets: ReadonlySet<string> | undefined;
  /** The scene that a patch belongs to; undefined where none was given. */
  readonly base: Layer | undefined;
  /**
   * What several rules ask of the scene, found out once. For the rules of this package: it changes with them.
   *
   * @hidden
   */
  readonly scene: SceneReading;
  /** Takes a finding; the engine adds the rule, its severity, and lines and columns. */
  readonly report: (finding: RuleFinding) => void;
}

/** What is known of a rule without running it. */
export interface RuleMeta {
  readonly id: string;
  /** One line, for tables. */
  readonly summary: string;
  /** A few sentences of markdown: what the service does, why it matters, and the source (`spec 2.8 rule 3`). */
  readonly detail?: string | undefined;
  readonly severity: Severity;
  readonly effect: Effect | null;
  readonly profiles: readonly ResolvedProfile[];
  /** Which kinds of fix its findings may carry; absent for none. */
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

/** A rule: what it is, and the check that it makes. */
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
}
