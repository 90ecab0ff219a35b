/** The walk over a composed stage: composition errors, prims and properties, in steps. */
import type { PropertySpec } from "@usdkit/layer";
import type { CompositionError, IndexedProperty, IndexedSpec, LayerStack, PrimIndex, Stage } from "@usdkit/usd";
import type { StageWalkPrim } from "../rule/stage-rule.ts";

/** What the walk calls. */
export interface StageVisitor {
  readonly error: (error: CompositionError) => void;
  readonly prim: (prim: StageWalkPrim) => void;
  readonly property: (name: string, specs: readonly IndexedProperty[], prim: StageWalkPrim) => void;
}

interface Step {
  readonly path: string;
  readonly isDefined: boolean;
  readonly isAbstract: boolean;
}

/**
 * Visits a stage, parents first; yields after each prim, so that a caller can pause. Composition errors are visited once each.
 * Prims below inactive prims are not composed. Those below instances are visited for one instance of each kind.
 */
export function* walkStage(stage: Stage, visitor: StageVisitor): Generator<void> {
  const errors = new ErrorSink(visitor);
  const instances = new Set<string>();
  const waiting: Step[] = [{ path: "/", isDefined: true, isAbstract: false }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const { path } = step;
    const index = stage.primIndex(path);
    if (index !== undefined) errors.ofPrim(index);
    let { isDefined, isAbstract } = step;
    if (path !== "/") {
      const { specifier, isActive, isInstance } = stage.prim(path);
      isDefined &&= specifier !== "over";
      isAbstract ||= specifier === "class";
      const specs = stage.primStack(path);
      const properties = propertiesOf(specs);
      const prim = { path, specs, properties, isActive, isDefined, isAbstract, isInstance };
      visitor.prim(prim);
      for (const [name, found] of properties) {
        errors.ofProperty(stage, path, name, found);
        visitor.property(name, found, prim);
      }
      yield;
      if (!isActive || isKnownInstance(stage, path, instances)) continue;
    }
    const { names } = stage.childNames(path);
    const prefix = path === "/" ? "/" : `${path}/`;
    for (let i = names.length - 1; i >= 0; i--) waiting.push({ path: prefix + names[i], isDefined, isAbstract });
  }
}

/** Whether a prim is an instance, and one with the same prims below it was visited. */
function isKnownInstance(stage: Stage, path: string, known: Set<string>): boolean {
  const key = stage.instanceKey(path);
  if (key === undefined) return false;
  if (known.has(key)) return true;
  known.add(key);
  return false;
}

/** Groups the property specs of a prim by name. */
function propertiesOf(specs: readonly IndexedSpec[]): ReadonlyMap<string, readonly IndexedProperty[]> {
  const found = new Map<string, IndexedProperty[]>();
  for (const { spec: owner, ...site } of specs) {
    for (const spec of owner.properties) {
      const known = found.get(spec.name);
      if (known === undefined) found.set(spec.name, [{ ...site, owner, spec }]);
      else known.push({ ...site, owner, spec });
    }
  }
  return found;
}

/** Whether a property may have targets or connections. */
function hasPaths(spec: PropertySpec): boolean {
  return (spec.specType === "relationship" ? spec.targetPaths : spec.connectionPaths) !== undefined;
}

/** Visits the errors of prims, properties and layer stacks. Prims that share arcs have the same errors. */
class ErrorSink {
  private readonly visitor: StageVisitor;
  private readonly stacks: Set<LayerStack> = new Set();
  private readonly known: Set<string> = new Set();

  constructor(visitor: StageVisitor) {
    this.visitor = visitor;
  }

  ofPrim({ graph, errors }: PrimIndex): void {
    for (const { stack } of graph.nodes) {
      if (this.stacks.has(stack)) continue;
      this.stacks.add(stack);
      this.add(stack.errors);
    }
    this.add(errors);
  }

  ofProperty(stage: Stage, prim: string, name: string, specs: readonly IndexedProperty[]): void {
    const [{ spec: strongest }] = specs;
    if (specs.some(({ spec }) => spec.specType !== strongest.specType)) {
      this.add(stage.propertyStack(prim, name).errors);
    }
    if (specs.some(({ spec }) => hasPaths(spec))) this.add(stage.targets(prim, name).errors);
  }

  private add(errors: readonly CompositionError[]): void {
    for (const error of errors) {
      const { statement } = error;
      const start = statement?.range?.start ?? statement?.spec?.path ?? "";
      const key = JSON.stringify([error.code, statement?.layer.id, start, error.message]);
      if (this.known.has(key)) continue;
      this.known.add(key);
      this.visitor.error(error);
    }
  }
}
