/** Builder calls as data, and a session that runs them. */
import {
  Scene,
  SceneError,
  type AssetHandle,
  type CameraHandle,
  type Container,
  type LensOptions,
  type LookAt,
  type PlacedHandle,
  type PrimHandle,
  type Resolution,
  type SceneHandle,
  type SceneOptions,
} from "@usdkit/scene";

/** One placing call. */
export type PlacementStep =
  | { readonly step: "translate"; readonly by: readonly [number, number, number] }
  | { readonly step: "rotateX" | "rotateY" | "rotateZ"; readonly degrees: number }
  | { readonly step: "rotate"; readonly axis: readonly [number, number, number]; readonly degrees: number }
  | { readonly step: "scale"; readonly by: number | readonly [number, number, number] }
  | { readonly step: "lookAt"; readonly view: LookAt }
  | { readonly step: "resetPlace" };

/** One call. `prim` and `parent` are indices modulo the number of candidates; parent 0 is the scene. */
export type BuilderCall =
  | {
      readonly call: "xform" | "scope";
      readonly parent: number;
      readonly name: string;
      readonly doc?: string | undefined;
    }
  | {
      readonly call: "mesh" | "splat";
      readonly parent: number;
      readonly name: string;
      readonly asset: string;
      readonly target?: string | undefined;
    }
  | { readonly call: "camera"; readonly parent: number; readonly name: string; readonly lens: LensOptions }
  | { readonly call: "place"; readonly prim: number; readonly placement: PlacementStep }
  | { readonly call: "lens"; readonly prim: number; readonly lens: LensOptions }
  | { readonly call: "asset"; readonly prim: number; readonly asset: string; readonly target?: string | undefined }
  | { readonly call: "doc"; readonly prim: number; readonly doc: string }
  | { readonly call: "remove"; readonly prim: number }
  | { readonly call: "renderSettings"; readonly resolution: Resolution; readonly camera?: number | undefined };

/** A placing call that succeeded. In world space, it also stores the paths of the parents. */
export type AuthoredStep = PlacementStep & { readonly parents?: readonly (readonly AuthoredStep[])[] | undefined };

/** The successfully authored content of a prim. */
export interface AuthoredPrim {
  readonly path: string;
  readonly typeName: string;
  /** In order. */
  readonly steps: readonly AuthoredStep[];
  /** In order; later ones take precedence. */
  readonly lenses: readonly LensOptions[];
  readonly asset?: string | undefined;
  readonly target?: string | undefined;
  readonly doc?: string | undefined;
}

/** Runs calls, and records what successful ones authored. */
export class BuilderSession {
  readonly scene: Scene;
  readonly authored: Map<string, AuthoredPrim>;
  resolution: Resolution | undefined;
  /** Paths of prims that calls concerned, including failed ones. */
  readonly touched: Set<string> = new Set();

  /** @param authored The existing content of the scene */
  constructor(
    scene: Scene = new Scene(),
    authored: ReadonlyMap<string, AuthoredPrim> = new Map(),
    resolution?: Resolution,
  ) {
    this.scene = scene;
    this.authored = new Map(authored);
    this.resolution = resolution;
  }

  /** Runs the call. Returns the SceneError if the builder rejected it; rethrows all other errors. */
  apply(call: BuilderCall): SceneError | undefined {
    try {
      this.#make(call);
      return undefined;
    } catch (error) {
      if (error instanceof SceneError) return error;
      throw error;
    }
  }

  #make(call: BuilderCall): void {
    switch (call.call) {
      case "xform":
      case "scope":
        return this.#add(call.parent, (parent) => parent[call.call](call.name, { doc: call.doc }), { doc: call.doc });
      case "mesh":
      case "splat": {
        const { asset, target } = call;
        return this.#add(call.parent, (parent) => parent[call.call](call.name, { asset, target }), { asset, target });
      }
      case "camera":
        return this.#add(call.parent, (parent) => parent.camera(call.name, call.lens), { lenses: [call.lens] });
      case "place":
        return this.#change(call.prim, PLACED, (handle: PlacedHandle, authored) => {
          place(handle, call.placement);
          return { steps: [...authored.steps, this.#authoredStep(authored.path, call.placement)] };
        });
      case "lens":
        return this.#change(call.prim, ["Camera"], (handle: CameraHandle, authored) => {
          handle.lens(call.lens);
          return { lenses: [...authored.lenses, call.lens] };
        });
      case "asset":
        return this.#change(call.prim, ASSETS, (handle: AssetHandle, authored) => {
          const { asset, target } = call;
          handle.asset(asset, target);
          return { asset, target: target ?? authored.target };
        });
      case "doc":
        return this.#change(call.prim, undefined, (handle: PrimHandle) => {
          handle.doc(call.doc);
          return { doc: call.doc };
        });
      case "remove":
        return this.#change(call.prim, undefined, (handle: PrimHandle, { path }) => {
          handle.remove();
          for (const each of this.authored.keys()) {
            if (each !== path && !each.startsWith(`${path}/`)) continue;
            if (this.authored.get(each)?.typeName === "RenderSettings") this.resolution = undefined;
            this.authored.delete(each);
            this.touched.add(each);
          }
          return undefined;
        });
      case "renderSettings": {
        const { resolution } = call;
        const camera = call.camera === undefined ? undefined : pick(this.#pathsOf(["Camera"]), call.camera);
        const had = this.authored.has("/Render");
        this.scene.renderSettings(camera === undefined ? { resolution } : { resolution, camera });
        this.touched.add("/Render");
        if (!had) this.authored.set("/Render", { path: "/Render", typeName: "Scope", steps: [], lenses: [] });
        const path = "/Render/Settings";
        this.touched.add(path);
        this.authored.set(path, { path, typeName: "RenderSettings", steps: [], lenses: [] });
        this.resolution = resolution;
      }
    }
  }

  #add(
    parent: number,
    add: (parent: Container) => { readonly path: string; readonly typeName: string },
    authored: Partial<AuthoredPrim>,
  ): void {
    const path = pick(["/", ...this.#pathsOf(CONTAINERS)], parent) ?? "/";
    this.touched.add(path);
    const container = path === "/" ? this.scene : (this.scene.get(path) as SceneHandle & Container);
    const made = add(container);
    this.touched.add(made.path);
    this.authored.set(made.path, { steps: [], lenses: [], ...authored, path: made.path, typeName: made.typeName });
  }

  #change<H>(
    prim: number,
    typeNames: readonly string[] | undefined,
    change: (handle: H, authored: AuthoredPrim) => Partial<AuthoredPrim> | undefined,
  ): void {
    const path = pick(this.#pathsOf(typeNames), prim);
    const authored = path === undefined ? undefined : this.authored.get(path);
    if (path === undefined || authored === undefined) return;
    this.touched.add(path);
    const news = change(this.scene.get(path) as H, authored);
    if (news !== undefined) this.authored.set(path, { ...authored, ...news });
  }

  #pathsOf(typeNames: readonly string[] | undefined): string[] {
    const all = [...this.authored.values()].filter(
      ({ typeName }) => typeNames === undefined || typeNames.includes(typeName),
    );
    return all.map(({ path }) => path);
  }

  #authoredStep(path: string, step: PlacementStep): AuthoredStep {
    if (step.step !== "lookAt" || step.view.space !== "world") return step;
    return { ...step, parents: ancestorsOf(path).map((above) => this.authored.get(above)?.steps ?? []) };
  }
}

/** Returns the paths of the ancestors, the outermost first. */
export function ancestorsOf(path: string): string[] {
  const names = path.split("/").slice(1, -1);
  return names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`);
}

/** Runs calls on a new scene with these options, and returns the session. */
export function runCalls(calls: readonly BuilderCall[], options: SceneOptions = {}): BuilderSession {
  const session = new BuilderSession(new Scene(options));
  for (const call of calls) session.apply(call);
  return session;
}

const CONTAINERS = ["Xform", "Scope"];
const ASSETS = ["Mesh", "ParticleField3DGaussianSplat"];
const PLACED = ["Xform", "Camera", ...ASSETS];

function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % items.length];
}

function place(handle: PlacedHandle, placement: PlacementStep): void {
  switch (placement.step) {
    case "translate":
      handle.translate(placement.by);
      return;
    case "rotate":
      handle.rotate(placement.axis, placement.degrees);
      return;
    case "scale":
      handle.scale(placement.by);
      return;
    case "lookAt":
      handle.lookAt(placement.view);
      return;
    case "resetPlace":
      handle.resetPlace();
      return;
    default:
      handle[placement.step](placement.degrees);
  }
}
