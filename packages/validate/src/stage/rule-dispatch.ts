/** Which rules are called for which prims and properties. */
import type { PropertyOpinion } from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";
import type { StageRule, StageRuleListeners } from "../rule/stage-rule.ts";
import type { NumberedShape } from "./prim-shapes.ts";

/** A rule that runs on a stage. */
export interface RunningStageRule {
  readonly index: number;
  readonly rule: StageRule;
  readonly listeners: StageRuleListeners;
}

/** A callback of a rule. */
export interface RuleCall<Callback> {
  readonly rule: RunningStageRule;
  readonly isPlace: boolean;
  readonly call: Callback;
}

export type PrimCall = RuleCall<(prim: CheckedPrim) => void>;
export type PropertyCall = RuleCall<(name: string, specs: readonly PropertyOpinion[], prim: CheckedPrim) => void>;

/** The callbacks for prims of one shape. */
export interface ShapePlan {
  readonly prims: readonly PrimCall[];
  /** Those for prims that have one of some properties. */
  readonly byProperty: CallsByProperty;
  /** Returns those for a property of them. */
  readonly properties: (name: string) => readonly PropertyCall[];
  readonly hasProperties: boolean;
  /** Whether any callback depends on the place of the prim. */
  readonly hasPlace: boolean;
  /** Whether any of them is about its properties. */
  readonly hasPlaceProperties: boolean;
}

interface CallByProperty extends PrimCall {
  readonly hasName: (name: string) => boolean;
}

const noCalls: readonly PrimCall[] = [];

/** Callbacks for prims that have one of some properties. Names are few, so what was found for each is kept. */
class CallsByProperty {
  private readonly calls: readonly CallByProperty[];
  private readonly byName: Map<string, readonly PrimCall[]> = new Map();

  constructor(calls: readonly CallByProperty[]) {
    this.calls = calls;
  }

  /** Returns the callbacks for a prim with properties of some names, each once, in their order. */
  select(names: Iterable<string>): readonly PrimCall[] {
    const { calls } = this;
    if (calls.length === 0) return noCalls;
    let found = noCalls;
    for (const name of names) {
      const ofName = this.of(name);
      if (ofName.length === 0 || ofName === found) continue;
      if (found.length === 0) {
        found = ofName;
        continue;
      }
      const either = new Set([...found, ...ofName]);
      found = calls.filter((call) => either.has(call));
    }
    return found;
  }

  private of(name: string): readonly PrimCall[] {
    let found = this.byName.get(name);
    if (found === undefined) {
      found = this.calls.filter(({ hasName }) => hasName(name));
      this.byName.set(name, found.length === 0 ? noCalls : found);
    }
    return found;
  }
}

/** Finds the callbacks for shapes and names; both are few, so what was found is kept. */
export class RuleDispatch {
  private readonly running: readonly RunningStageRule[];
  private readonly ofDefined: (ShapePlan | undefined)[] = [];
  private readonly ofOthers: (ShapePlan | undefined)[] = [];
  private readonly byName: Map<string, readonly PropertyCall[]> = new Map();

  constructor(running: readonly RunningStageRule[]) {
    this.running = running;
  }

  /** Returns the callbacks for a shape. `isDefined`: of prims that `Stage.Traverse` visits. */
  plan(shape: NumberedShape, isDefined: boolean): ShapePlan {
    const plans = isDefined ? this.ofDefined : this.ofOthers;
    return (plans[shape.number] ??= this.makePlan(shape, isDefined));
  }

  /** Returns the callbacks for a property, of all shapes. */
  private properties(name: string): readonly PropertyCall[] {
    let found = this.byName.get(name);
    if (found === undefined) {
      found = this.running.flatMap((rule): readonly PropertyCall[] => {
        const { property } = rule.listeners;
        if (property === undefined || !nameTest(rule.rule)(name)) return [];
        return [{ rule, isPlace: rule.rule.scope === "place", call: property }];
      });
      this.byName.set(name, found);
    }
    return found;
  }

  /** Returns a function from a name to the callbacks of some rules for it. */
  private propertiesOf(selected: ReadonlySet<RunningStageRule>): ShapePlan["properties"] {
    const known = new Map<string, readonly PropertyCall[]>();
    return (name) => {
      let found = known.get(name);
      if (found === undefined) {
        found = this.properties(name).filter(({ rule }) => selected.has(rule));
        known.set(name, found);
      }
      return found;
    };
  }

  private makePlan(shape: NumberedShape, isDefined: boolean): ShapePlan {
    const prims: PrimCall[] = [];
    const byProperty: CallByProperty[] = [];
    const selected = new Set<RunningStageRule>();
    let hasPlace = false;
    let hasPlaceProperties = false;
    for (const each of this.running) {
      const { rule, listeners } = each;
      if (!isDefined && rule.population !== "all") continue;
      if (rule.of?.accepts?.(shape) === false) continue;
      const isPlace = rule.scope === "place";
      const isSelected = selects(rule, shape);
      const names = rule.of?.properties;
      if (listeners.prim !== undefined) {
        const call = { rule: each, isPlace, call: listeners.prim };
        if (isSelected) {
          prims.push(call);
          hasPlace ||= isPlace;
        } else if (names !== undefined) {
          byProperty.push({ ...call, hasName: nameTest(rule) });
          hasPlaceProperties ||= isPlace;
        }
      }
      if (listeners.property !== undefined && (isSelected || names !== undefined)) {
        selected.add(each);
        hasPlaceProperties ||= isPlace;
      }
    }
    return {
      prims,
      byProperty: new CallsByProperty(byProperty),
      properties: this.propertiesOf(selected),
      hasProperties: selected.size > 0,
      hasPlace: hasPlace || hasPlaceProperties,
      hasPlaceProperties,
    };
  }
}

/** Whether the types and API schemas of a rule select a shape. */
function selects({ of }: StageRule, { types, apis }: NumberedShape): boolean {
  if (of === undefined || (of.types === undefined && of.apis === undefined)) return of?.properties === undefined;
  return of.types?.some((type) => types.has(type)) === true || of.apis?.some((api) => apis.has(api)) === true;
}

/** Returns a function that tells which properties a rule is called for. */
function nameTest({ of }: StageRule): (name: string) => boolean {
  const names = of?.properties;
  if (names === undefined) return () => true;
  const exact = new Set(names.filter((name) => !isPrefix(name)));
  const prefixes = names.filter(isPrefix);
  return (name) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

function isPrefix(name: string): boolean {
  return name.endsWith(":") || name.endsWith(".");
}
