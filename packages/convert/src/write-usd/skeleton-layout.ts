/** Which skeletons a scene needs, and where they are. */
import type { RowMatrix } from "@usdkit/transforms";
import type { SceneModel } from "../model/scene.ts";
import { UniqueNames } from "../model/unique-names.ts";
import { isMorphed, isSkinned } from "./mesh-uses.ts";

/** A Skeleton prim. */
export interface SkeletonLayout {
  readonly path: string;
  /** Nodes, parents before their children; none for a skeleton that only has weights of morph targets. */
  readonly joints: readonly number[];
  /** Of each joint: its token, a path of names. */
  readonly tokens: readonly string[];
  /** Of each joint: from the mesh to the joint at rest; undefined for nodes that are between joints. */
  readonly inverseBinds: readonly (RowMatrix | undefined)[];
  /** Nodes whose meshes it deforms. */
  readonly nodes: readonly number[];
  /** By node with morph targets, the token of each target. */
  readonly targetTokens: ReadonlyMap<number, readonly string[]>;
}

/** Skeletons by skin and by node, and the prims that contain them. */
export interface PlacedSkeletons {
  readonly skeletons: readonly SkeletonLayout[];
  /** By node whose mesh is deformed. */
  readonly skeletonOfNode: ReadonlyMap<number, SkeletonLayout>;
  /** Paths of the prims that are a SkelRoot; none is below another. */
  readonly skelRoots: ReadonlySet<string>;
}

/** The prims of nodes. */
export interface NodePlaces {
  /** Path of the root prim. */
  readonly root: string;
  /** By node. */
  readonly nodePaths: readonly (string | undefined)[];
  /** Names of the children of a prim. */
  readonly namesOf: (path: string) => UniqueNames;
  readonly ascii: boolean;
}

/** Joints that skins of one parent have in common. */
interface Group {
  /** The node above all joints; undefined: the root prim. */
  parent: number | undefined;
  readonly name: string;
  /** Joints and the nodes between them. */
  readonly joints: Set<number>;
  readonly inverseBinds: Map<number, RowMatrix>;
  readonly skins: Set<number>;
}

/** The skeletons of a scene before its prims have paths. */
export class SkeletonPlan {
  /** Nodes that are joints, with nothing but joints below: they have no prims of their own. */
  readonly jointsOnly: ReadonlySet<number>;
  readonly #scene: SceneModel;
  readonly #parents: readonly (number | undefined)[];
  readonly #groups: readonly Group[];
  /** Nodes that the scene shows. */
  readonly #reached: readonly number[];

  constructor(scene: SceneModel) {
    this.#scene = scene;
    this.#parents = parentsOf(scene);
    this.#reached = reachedNodes(scene);
    const used = new Set(
      this.#reached.flatMap((node) => (isSkinned(scene, node) ? [scene.nodes[node].skin ?? 0] : [])),
    );
    this.#groups = groupSkins(
      scene,
      [...used].sort((a, b) => a - b),
      this.#parents,
    );
    this.jointsOnly = this.#findJointsOnly();
    for (const group of this.#groups) this.#raise(group);
  }

  /** Returns the skeletons with their paths. */
  place(places: NodePlaces): PlacedSkeletons {
    const scene = this.#scene;
    const skeletons: SkeletonLayout[] = [];
    const ofNode = new Map<number, SkeletonLayout>();
    const add = (layout: SkeletonLayout): void => {
      skeletons.push(layout);
      for (const node of layout.nodes) ofNode.set(node, layout);
    };
    const shown = this.#reached.filter((node) => places.nodePaths[node] !== undefined);
    for (const group of this.#groups) {
      const nodes = shown.filter((node) => isSkinned(scene, node) && group.skins.has(scene.nodes[node].skin ?? -1));
      add(this.#skeleton(group, nodes, places));
    }
    for (const node of shown) {
      if (!isMorphed(scene, node) || isSkinned(scene, node)) continue;
      const group: Group = {
        parent: node,
        name: "",
        joints: new Set(),
        inverseBinds: new Map(),
        skins: new Set(),
      };
      add(this.#skeleton(group, [node], places));
    }
    return { skeletons, skeletonOfNode: ofNode, skelRoots: skelRootsOf(skeletons, places) };
  }

  #skeleton(group: Group, nodes: readonly number[], { root, nodePaths, namesOf, ascii }: NodePlaces): SkeletonLayout {
    const parent = group.parent === undefined ? root : (nodePaths[group.parent] ?? root);
    const path = `${parent}/${namesOf(parent).take(group.name, "Skeleton")}`;
    const { joints, tokens } = this.#order(group, ascii);
    const targetNames = new UniqueNames(ascii);
    return {
      path,
      joints,
      tokens,
      inverseBinds: joints.map((joint) => group.inverseBinds.get(joint)),
      nodes,
      targetTokens: new Map(
        nodes.flatMap((node) => {
          const { mesh } = this.#scene.nodes[node];
          if (mesh === null || !isMorphed(this.#scene, node)) return [];
          const tokens = this.#scene.meshes[mesh].targetNames.map((name, i) => targetNames.take(name, `target_${i}`));
          return [[node, tokens] as const];
        }),
      ),
    };
  }

  /** Returns the joints with parents before their children, and the tokens. */
  #order({ joints, parent }: Group, ascii: boolean): { joints: number[]; tokens: string[] } {
    const { nodes, roots } = this.#scene;
    const ordered: number[] = [];
    const tokens: string[] = [];
    const top = parent === undefined ? this.#topNodes(roots) : nodes[parent].children;
    const steps = (list: readonly number[], prefix: string): { node: number; token: string }[] => {
      const names = new UniqueNames(ascii);
      const below = list.filter((node) => joints.has(node));
      return below.map((node) => ({ node, token: prefix + names.take(nodes[node].name, "joint") })).toReversed();
    };
    const waiting = steps(top, "");
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      ordered.push(next.node);
      tokens.push(next.token);
      waiting.push(...steps(nodes[next.node].children, `${next.token}/`));
    }
    return { joints: ordered, tokens };
  }

  /** Joints may be outside of the scene. */
  #topNodes(roots: readonly number[]): number[] {
    const others = this.#parents.flatMap((parent, node) => (parent === undefined ? [node] : []));
    return [...new Set([...roots, ...others])];
  }

  #findJointsOnly(): Set<number> {
    const { nodes } = this.#scene;
    const joints = new Set(this.#groups.flatMap((group) => [...group.joints]));
    const found = new Set<number>();
    if (joints.size === 0) return found;
    const isBare = new Map<number, boolean>();
    for (const node of this.#reached.toReversed()) {
      const { children } = nodes[node];
      isBare.set(node, !hasContent(this.#scene, node) && children.every((child) => isBare.get(child) ?? true));
    }
    for (const node of this.#reached) {
      const parent = this.#parents[node];
      const isBelow = joints.has(node) || (parent !== undefined && found.has(parent));
      if (!isBelow || isBare.get(node) !== true) continue;
      found.add(node);
      // Ends of chains, which move nothing, are joints of the first skeleton that has their parent.
      if (!joints.has(node))
        this.#groups.find((group) => parent !== undefined && group.joints.has(parent))?.joints.add(node);
    }
    return found;
  }

  /** A skeleton below a node that has no prim is below the next one that has, and the nodes between are joints. */
  #raise(group: Group): void {
    while (group.parent !== undefined && this.jointsOnly.has(group.parent)) {
      group.joints.add(group.parent);
      group.parent = this.#parents[group.parent];
    }
  }
}

function hasContent({ nodes }: SceneModel, node: number): boolean {
  const { mesh, camera, light, splats, extras } = nodes[node];
  return mesh !== null || camera !== null || light !== null || splats.length > 0 || extras !== undefined;
}

function parentsOf({ nodes }: SceneModel): readonly (number | undefined)[] {
  const parents: (number | undefined)[] = nodes.map(() => undefined);
  for (const [i, { children }] of nodes.entries()) for (const child of children) parents[child] = i;
  return parents;
}

/** The nodes of the scene, parents before their children. */
function reachedNodes({ nodes, roots }: SceneModel): readonly number[] {
  const order = [...roots];
  for (let next = 0; next < order.length; next++) order.push(...nodes[order[next]].children);
  return order;
}

function groupSkins(
  scene: SceneModel,
  used: readonly number[],
  parents: readonly (number | undefined)[],
): readonly Group[] {
  const groups: Group[] = [];
  for (const skin of used) {
    const { joints, inverseBindMatrices, name } = scene.skins[skin];
    const own = new Set(joints);
    const parent = commonAncestor(joints, own, parents);
    const binds = new Map(joints.map((joint, i) => [joint, inverseBindMatrices[i]]));
    let group = groups.find((each) => each.parent === parent && agree(each.inverseBinds, binds));
    if (group === undefined) {
      group = { parent, name, joints: new Set(), inverseBinds: new Map(), skins: new Set() };
      groups.push(group);
    }
    group.skins.add(skin);
    for (const [joint, bind] of binds) {
      group.inverseBinds.set(joint, bind);
      let node: number | undefined = joint;
      while (node !== undefined && node !== parent && !group.joints.has(node)) {
        group.joints.add(node);
        node = parents[node];
      }
    }
  }
  return groups;
}

/** Returns the nearest node that is above all joints and none of them. */
function commonAncestor(
  joints: readonly number[],
  own: ReadonlySet<number>,
  parents: readonly (number | undefined)[],
): number | undefined {
  const counts = new Map<number, number>();
  for (const joint of own) {
    for (let node = parents[joint]; node !== undefined; node = parents[node])
      counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  for (let node = parents[joints[0]]; node !== undefined; node = parents[node]) {
    if (counts.get(node) === own.size && !own.has(node)) return node;
  }
  return undefined;
}

function agree(a: ReadonlyMap<number, RowMatrix>, b: ReadonlyMap<number, RowMatrix>): boolean {
  let common = 0;
  for (const [joint, matrix] of b) {
    const other = a.get(joint);
    if (other === undefined) continue;
    common++;
    if (!matrix.every((value, i) => Math.abs(value - other[i]) <= 1e-6 * Math.max(1, Math.abs(value)))) return false;
  }
  return common > 0;
}

/** Returns the prims that contain each skeleton with the meshes that it deforms. */
function skelRootsOf(skeletons: readonly SkeletonLayout[], { nodePaths, root }: NodePlaces): ReadonlySet<string> {
  const all = skeletons.flatMap(({ path, nodes }) => {
    if (nodes.length === 0) return [];
    const paths = [path, ...nodes.map((node) => `${nodePaths[node] ?? root}/mesh`)];
    return [commonPrefix(paths)];
  });
  const distinct = new Set(all);
  return new Set([...distinct].filter((path) => !hasAbove(distinct, path)));
}

function hasAbove(paths: ReadonlySet<string>, path: string): boolean {
  for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
    if (paths.has(path.slice(0, slash))) return true;
  }
  return false;
}

/** Returns the path of the prim above all of these. */
function commonPrefix([first, ...others]: readonly string[]): string {
  const names = first.split("/").slice(0, -1);
  let length = names.length;
  for (const path of others) {
    const its = path.split("/");
    const limit = Math.min(length, its.length - 1);
    length = 0;
    while (length < limit && its[length] === names[length]) length++;
  }
  return names.slice(0, length).join("/");
}
