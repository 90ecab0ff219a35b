/** What composition adds to single layers: where opinions come from, composed values, and findings on the stage. */
import type { ByteRange } from "@usdkit/layer";
import type { CheckOptions } from "@usdkit/validate";
import type { StageFinding } from "@usdkit/validate/stage";

/** An opinion of one of the layers that compose. */
export interface ComposedOpinion {
  /** URI of the layer's file. */
  readonly uri: string;
  /** The range of the name in a text; undefined in binary layers. */
  readonly range: ByteRange | undefined;
  /** The kind of arc that leads to the layer: `local`, `references`, … */
  readonly arc: string;
}

/** A composed value, and where it comes from. */
export interface ComposedValue {
  /** As in a dump. */
  readonly text: string;
  /** `default`, `timeSamples`, `fallback`, …; `field` for metadata, `targets` for relationships. */
  readonly kind: string;
  /** The statement that decides; undefined for fallbacks. */
  readonly source: ComposedOpinion | undefined;
  /** Number of opinions that are weaker. */
  readonly weaker: number;
}

/** Which rules run on a stage. */
export type StageCheckSettings = Pick<CheckOptions, "profile" | "rules" | "overrides">;

/** What was found on a stage. */
export interface ComposedFindings {
  /** By layer, as `StageFinding.layer`. */
  readonly findings: readonly StageFinding[];
  /** Whether the stage has too many prims, and only some were checked. */
  readonly isLimited: boolean;
}

/** A layer that can get a composed value as an opinion of its own. */
export interface AuthorTarget {
  /** URI of the layer's file. */
  readonly uri: string;
  /** URI of the layer whose opinion is stronger and would hide it. */
  readonly hiddenBy: string | undefined;
}

/** The text of a layer before and after an edit of a stage. */
export interface AuthoredText {
  readonly uri: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** What authoring a value did. */
export interface Authored {
  /** The texts that are different; none if the value or the layer is gone. */
  readonly texts: readonly AuthoredText[];
  /** Why the layer cannot have the opinion. */
  readonly problem?: string | undefined;
}

export interface Composition {
  /** Returns the opinions about a prim or property of the stage that a layer is the root of, the strongest first. */
  opinions(rootUri: string, path: string): Promise<readonly ComposedOpinion[]>;
  /** Returns the composed value of an attribute, the targets of a relationship, or a field of metadata; undefined if it has none. */
  value(rootUri: string, path: string, field?: string): Promise<ComposedValue | undefined>;
  /** Returns the URIs of the layer stack of a root layer; none if it cannot be opened. */
  layerStack(rootUri: string): Promise<readonly string[]>;
  /** Returns the layers in which the composed default value of an attribute can be authored too, the strongest first. */
  authorTargets(rootUri: string, path: string): Promise<readonly AuthorTarget[]>;
  /** Returns the texts of layers that are different with the composed value of an attribute in one of them. */
  author(rootUri: string, path: string, targetUri: string): Promise<Authored>;
  /**
   * Checks the stage of a root layer, in pieces: other work is done in between.
   *
   * @param check the profile, which is that of the root layer if it is `auto`, and levels: rules that are off do not run
   * @param isWanted asked in between; if it returns false, the check ends, and returns undefined
   */
  findings(rootUri: string, check: StageCheckSettings, isWanted: () => boolean): Promise<ComposedFindings | undefined>;
  /** A document or a file changed: what was composed of it is composed again when it is needed. */
  changed(): void;
}
