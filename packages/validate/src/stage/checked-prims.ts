/** The prims of a stage check, with the shapes of those above them. */
import type { SchemaSet } from "@usdkit/schemas";
import { StageReader, type PathId, type Stage } from "@usdkit/usd";
import { PrimShapes } from "./prim-shapes.ts";
import { StagePrim, type StagePrimSource } from "./stage-prim.ts";

/** Shapes of the prims above a prim, as a number: equal for prims below equal shapes. */
class Contexts {
  private readonly known: Map<number, number>[] = [];
  private count = 1;

  /** Returns the context of the children of a prim. 0 is that of root prims. */
  below(context: number, shape: number): number {
    const byShape = (this.known[context] ??= new Map<number, number>());
    let found = byShape.get(shape);
    if (found === undefined) byShape.set(shape, (found = this.count++));
    return found;
  }
}

/** Prims that are kept; each holds what was read of it. */
const MAX_LOOKED_UP = 1000;

/** Makes the prims that rules receive. */
export class CheckedPrims {
  private readonly stage: Stage;
  private readonly onRead: (prim: PathId) => void;
  private readonly shapes: PrimShapes;
  private readonly contexts: Contexts = new Contexts();
  private source: StagePrimSource;
  /** Prims that were looked up, most of them targets of many relationships, with those above them. */
  private readonly lookedUp: Map<PathId, StagePrim> = new Map();

  /** @param onRead called when a rule reads something of a prim */
  constructor(stage: Stage, schemas: SchemaSet, onRead: (prim: PathId) => void) {
    this.stage = stage;
    this.shapes = new PrimShapes(schemas);
    this.onRead = onRead;
    this.source = this.newSource();
  }

  get reader(): StageReader {
    return this.source.reader;
  }

  /** Forgets what was read: the stage has changed, or is about to be checked. */
  renew(): void {
    this.shapes.forget();
    this.lookedUp.clear();
    this.source = this.newSource();
  }

  /** Returns a prim below another one; undefined if no layer has it. */
  make(parent: StagePrim | undefined, id: PathId): StagePrim | undefined {
    const index = this.stage.index(id);
    if (index === undefined) return undefined;
    const shape = this.shapes.of(index, this.reader);
    const context = parent === undefined ? 0 : this.contexts.below(parent.context, parent.shape.number);
    return new StagePrim(this.source, { id, parent, shape, context });
  }

  /** Returns the prim of a path with those above it; undefined if no layer has it, or one above it is inactive. */
  at(id: PathId): StagePrim | undefined {
    const { stage, lookedUp } = this;
    const { paths } = stage;
    const missing: PathId[] = [];
    let prim: StagePrim | undefined;
    for (let above = id; above > 0; above = paths.parent(above)) {
      prim = lookedUp.get(above);
      if (prim !== undefined) break;
      missing.push(above);
    }
    if (lookedUp.size > MAX_LOOKED_UP) lookedUp.clear();
    for (let each = missing.pop(); each !== undefined; each = missing.pop()) {
      if (prim?.shape.isActive === false || !stage.hasPrim(each)) return undefined;
      prim = this.make(prim, each);
      if (prim === undefined) return undefined;
      lookedUp.set(each, prim);
    }
    return prim;
  }

  private newSource(): StagePrimSource {
    const { stage, onRead } = this;
    return {
      stage,
      reader: new TrackedReader(stage, (path) => onRead(stage.paths.parse(path))),
      child: (parent, id) => this.make(parent, id),
      ofCheck: new Map(),
      onRead,
    };
  }
}

/** A reader that notes which prims are asked for by path. */
class TrackedReader extends StageReader {
  private readonly onPrim: (path: string) => void;

  constructor(stage: Stage, onPrim: (path: string) => void) {
    super(stage);
    this.onPrim = onPrim;
  }

  override prim(path: string): ReturnType<StageReader["prim"]> {
    this.onPrim(path);
    return super.prim(path);
  }
}
