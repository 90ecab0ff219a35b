/** The interface of rules about composed stages, and the context that they receive. */
import type {
  ClipTemplate,
  CompositionError,
  IndexedProperty,
  IndexedSpec,
  Stage,
  StageLayer,
  StageValues,
  Statement,
} from "@usdkit/usd";
import type { PropertySpec } from "@usdkit/layer";
import type { RuleFinding } from "../model/finding.ts";
import type { RuleMeta } from "./rule.ts";

/** What a finding on a stage is about: a prim, or one of its properties, and the field whose deciding opinion is the mistake. */
export interface StageSubject {
  /** Path of the prim on the stage; `/` for metadata of the stage. */
  readonly prim: string;
  readonly property?: string | undefined;
  /** As the format names it: `instanceable`, `default`, `targetPaths`. Without it the strongest spec is meant. */
  readonly field?: string | undefined;
}

/** A finding as a stage rule reports it. The engine adds the layer, the place, the prim path there and the severity. */
export interface StageRuleFinding extends Pick<RuleFinding, "message" | "code" | "hint" | "severity" | "effect"> {
  /** The statement to blame, or what the finding is about: then its deciding opinion is the place. */
  readonly at: StatementOfFinding | StageSubject;
}

/** A statement, and the property that it is about. */
export interface StatementOfFinding extends Statement {
  readonly propertySpec?: PropertySpec | undefined;
}

/** The input of a stage rule, and `report` for its findings. */
export interface StageRuleContext {
  readonly stage: Stage;
  /** The values of the stage. */
  readonly values: StageValues;
  /** Returns the clips of a template that exist; undefined if it is not a valid template. */
  readonly findClips: (template: Omit<ClipTemplate, "activeOffset">, from: StageLayer) => readonly string[] | undefined;
  /** Reports a finding; those with the same layer, place and message are reported once. */
  readonly report: (finding: StageRuleFinding) => void;
}

/** A prim of the walk. */
export interface StageWalkPrim {
  readonly path: string;
  /** Strongest first. */
  readonly specs: readonly IndexedSpec[];
  /** By name: specs of properties, strongest first. */
  readonly properties: ReadonlyMap<string, readonly IndexedProperty[]>;
  readonly isActive: boolean;
  /** Whether it and those above it have a specifier other than `over`. */
  readonly isDefined: boolean;
  /** Whether it or one above it is a class. */
  readonly isAbstract: boolean;
  readonly isInstance: boolean;
}

/**
 * Callbacks of a rule for the walk over the stage: every prim outside of inactive prims, parents first; the prims below instances
 * once for all instances that share them.
 */
export interface StageRuleListeners {
  /** Each composition error, once. */
  readonly error?: ((error: CompositionError) => void) | undefined;
  readonly prim?: ((prim: StageWalkPrim) => void) | undefined;
  /** Each property of those prims, after its prim. */
  readonly property?: ((name: string, specs: readonly IndexedProperty[], prim: StageWalkPrim) => void) | undefined;
  readonly end?: (() => void) | undefined;
}

/** A rule about composed stages: its findings are in any of the layers. */
export interface StageRule {
  readonly meta: Omit<RuleMeta, "fixable" | "scope" | "needsWholeText"> & {
    readonly fixable?: undefined;
    /**
     * True if findings about a layer as a root also hold on the stages that use the layer. Others are left out for a layer that is
     * no root: a stronger layer may add what is missing.
     */
    readonly holdsForEveryUse?: boolean | undefined;
    readonly scope?: undefined;
    readonly needsWholeText?: undefined;
  };
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
  /** Texts by path. The first one is the root layer. */
  readonly files: Readonly<Record<string, string>>;
}

/** A stage with findings of the rule. */
export interface BadStageExample extends StageExample {
  /** Its findings, as `layer:line:column severity: message`, in order. */
  readonly found: readonly string[];
  /** Other rules that also report findings in it. Default: none. */
  readonly others?: readonly string[] | undefined;
}
