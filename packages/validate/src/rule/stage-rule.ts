/** The interface of rules about composed stages, and the context that they receive. */
import type { PropertySpec } from "@usdkit/layer";
import type { SchemaSet } from "@usdkit/schemas";
import type {
  ClipTemplate,
  CompositionError,
  PropertyOpinion,
  Stage,
  StageLayer,
  StageReader,
  Statement,
} from "@usdkit/usd";
import type { Fix, RuleFinding } from "../model/finding.ts";
import type { CheckedPrim, PrimShape } from "./checked-prim.ts";
import type { StageLimits } from "./limits.ts";
import type { RuleMeta } from "./rule.ts";

/** What a finding on a stage is about: a prim, or one of its properties, and the field whose deciding opinion is the mistake. */
export interface StageSubject {
  /** Path of the prim on the stage; `/` for metadata of the stage. */
  readonly prim: string;
  readonly property?: string | undefined;
  /** As the format names it: `instanceable`, `default`, `targetPaths`. Without it the strongest spec is meant. */
  readonly field?: string | undefined;
}

/** A statement, and the property that it is about. */
export interface StatementOfFinding extends Statement {
  readonly propertySpec?: PropertySpec | undefined;
}

/** Another statement that explains a finding, in any layer of the stage. */
export interface RelatedStatement {
  readonly message: string;
  readonly at: StatementOfFinding | StageSubject;
}

/** A finding as a stage rule reports it. The engine adds the layer, the place, the prim path there and the severity. */
export interface StageRuleFinding extends Pick<RuleFinding, "message" | "code" | "hint" | "severity" | "effect"> {
  /** The statement to blame, or what the finding is about: then its deciding opinion is the place. */
  readonly at: StatementOfFinding | StageSubject;
  readonly related?: readonly RelatedStatement[] | undefined;
  /** Edits of the layer in which the finding is. Made when they are asked for. */
  readonly fixes?: (() => readonly Fix[]) | undefined;
  /** The checks of other validators that report the same; default: those of the rule. */
  readonly sameAs?: readonly string[] | undefined;
}

/** The input of a stage rule, and `report` for its findings. */
export interface StageRuleContext {
  readonly stage: Stage;
  /** Prims and values of the stage. What is read through it of other prims is noted, as by `look`. */
  readonly reader: StageReader;
  readonly limits: StageLimits;
  /** Schemas of OpenUSD and of the configuration. */
  readonly schemas: SchemaSet;
  /** Returns a prim of the stage; undefined if no layer has it. The check is repeated when it changes, appears or goes. */
  readonly look: (path: string) => CheckedPrim | undefined;
  /** Returns the clips of a template that exist; undefined if it is not a valid template. */
  readonly findClips: (template: Omit<ClipTemplate, "activeOffset">, from: StageLayer) => readonly string[] | undefined;
  /** Returns the bytes of a file that a layer names; undefined if it does not exist, or the caller of the check reads no files. */
  readonly readAsset: (assetPath: string, from: StageLayer) => Uint8Array | undefined;
  /** Called in the walk: `end` receives the fact, as long as the prim has it. */
  readonly note: (fact: unknown) => void;
  /** Reports a finding; those with the same layer, place and message are one. */
  readonly report: (finding: StageRuleFinding) => void;
}

/** A fact that a rule noted about a prim. */
export interface NotedFact {
  /** Path of the prim on the stage. */
  readonly prim: string;
  readonly fact: unknown;
}

/** The property whose targets or connections have a composition error. */
export interface PropertyOfError {
  readonly name: string;
  readonly prim: CheckedPrim;
}

/** Callbacks of a rule for the walk over the stage: every prim outside of inactive prims, parents first. */
export interface StageRuleListeners {
  /** Each composition error, once; those of targets and connections with the property. */
  readonly error?: ((error: CompositionError, property?: PropertyOfError) => void) | undefined;
  /** Each prim that {@link StageRule.of} selects. */
  readonly prim?: ((prim: CheckedPrim) => void) | undefined;
  /** Each authored property that {@link StageRule.of} selects, with its specs, strongest first. */
  readonly property?: ((name: string, specs: readonly PropertyOpinion[], prim: CheckedPrim) => void) | undefined;
  /** After the walk, with what the rule noted. It always runs, also after a change. */
  readonly end?: ((facts: Iterable<NotedFact>) => void) | undefined;
}

/** What a rule is called for. A prim that has one of the types, API schemas or properties is selected; default: all. */
export interface StageRuleSelection {
  /** Types, with those that inherit them. */
  readonly types?: readonly string[] | undefined;
  /** API schemas, applied or built in. */
  readonly apis?: readonly string[] | undefined;
  /** Names of properties; those that end with `:` or `.` are beginnings of names. */
  readonly properties?: readonly string[] | undefined;
  /** Of these only prims with shapes that it accepts. It must depend on the shape alone. */
  readonly accepts?: ((shape: PrimShape) => boolean) | undefined;
}

/** Properties of a rule about stages. */
export interface StageRuleMeta extends Omit<RuleMeta, "scope" | "needsWholeText"> {
  /**
   * True if findings about a layer as a root also hold on the stages that use the layer. Others are left out for a layer that is
   * no root: a stronger layer may add what is missing.
   */
  readonly holdsForEveryUse?: boolean | undefined;
  readonly scope?: undefined;
  readonly needsWholeText?: undefined;
}

/** A rule about composed stages: its findings are in any of the layers. */
export interface StageRule {
  readonly meta: StageRuleMeta;
  readonly of?: StageRuleSelection | undefined;
  /**
   * Which prims are visited. `defined` (default): active prims that are defined and not abstract, as `Stage.Traverse` does, and
   * those below instances. `all`: also classes, and prims that are only `over`.
   */
  readonly population?: "defined" | "all" | undefined;
  /**
   * What the callbacks depend on. `opinions` (default): the specs of the prim, the shapes of the prims above it, and what is read
   * through the context and the prims; they are called once for all prims that share these. `place`: also its path, transforms or
   * anything else; they are called for each prim.
   */
  readonly scope?: "opinions" | "place" | undefined;
  /** Stages that serve as its tests and its documentation. */
  readonly examples: () => StageExamples;
  readonly check?: undefined;
  /** Called once per stage: returns the callbacks for the walk. Never throws for invalid stages. */
  checkStage(context: StageRuleContext): StageRuleListeners;
}

/** Stages that serve as tests and as documentation of a rule. */
export interface StageExamples {
  readonly good: readonly StageExample[];
  readonly bad: readonly BadStageExample[];
}

/** A stage of {@link StageExamples}. */
export interface StageExample {
  readonly title: string;
  /** Texts by path, or bytes. The first one is the root layer. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly limits?: StageLimits | undefined;
}

/** A stage with findings of the rule. */
export interface BadStageExample extends StageExample {
  /** Its findings, as `layer:line:column severity: message`, in order. */
  readonly found: readonly string[];
  /** Texts after all fixes of the rule, by path: those that change. Required if the rule has fixes; empty if none applies. */
  readonly fixed?: Readonly<Record<string, string>> | undefined;
}
