/** Nodes as Xform prims with what they show. */
import type { PlainPrim, PlainProperty } from "@usdkit/layer";
import type { NodeModel } from "../model/scene.ts";
import { cameraPrim } from "./cameras.ts";
import { instancerPrim } from "./instancers.ts";
import { lightPrim } from "./lights.ts";
import { isDeformed } from "./mesh-uses.ts";
import { meshPrim } from "./meshes.ts";
import { named } from "./named.ts";
import { withProgramData, type WrittenPrim } from "./program-data.ts";
import { skelRootExtent } from "./skel-root-extents.ts";
import { splatProperties } from "./splats.ts";
import { transformProperties } from "./transforms.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** A node with its place. */
interface NodePlace {
  readonly index: number;
  readonly node: NodeModel;
  readonly path: string;
  /** Takes a name for a child. */
  readonly take: (text: string, fallback: string) => string;
}

/** Returns what a node shows as prims. */
type NodeContent = (writer: UsdWriter, place: NodePlace) => readonly PlainPrim[];

/** What nodes show, by kind. */
const contents: readonly NodeContent[] = [meshContent, cameraContent, lightContent, splatContent];

/**
 * Returns the prim of a node.
 *
 * @param children its other children: nodes and skeletons
 */
export function nodePrim(writer: UsdWriter, index: number, children: readonly PlainPrim[]): PlainPrim {
  const { scene, layout } = writer;
  const node = scene.nodes[index];
  const path = layout.nodePaths[index] ?? layout.root;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const take = (text: string, fallback: string): string => layout.names.get(path)?.take(text, fallback) ?? fallback;
  const shown = contents.flatMap((content) => content(writer, { index, node, path, take }));
  const isSkelRoot = layout.skelRoots.has(path);
  const properties: PlainProperty[] = [
    ...(isSkelRoot ? skelRootExtent(writer, path) : []),
    ...transformProperties(writer, index, path),
  ];
  if (!node.isVisible) properties.push({ name: "visibility", type: "token", value: "invisible" });
  const prim: WrittenPrim = {
    name,
    type: isSkelRoot ? "SkelRoot" : "Xform",
    metadata: named(node.name, name),
    properties,
    children: [...shown, ...children],
  };
  return withProgramData(writer, prim, { extras: node.extras, source: node.source, path });
}

function meshContent(writer: UsdWriter, { index, node, path, take }: NodePlace): readonly PlainPrim[] {
  const { scene } = writer;
  if (node.mesh === null) return [];
  const mesh = scene.meshes[node.mesh];
  const { instances } = node;
  if (instances === null) return [shownMesh(writer, { index, parent: path, name: take(mesh.name, "Mesh") })];
  const name = take("Instances", "Instances");
  const own = `${path}/${name}`;
  const prototype = shownMesh(writer, { index, parent: own, name: take(mesh.name, "Mesh") });
  return [instancerPrim(instances, name, { path: own, prototype })];
}

/** The mesh itself, or an instance of its prototype. */
function shownMesh(
  writer: UsdWriter,
  { index, parent, name }: { readonly index: number; readonly parent: string; readonly name: string },
): PlainPrim {
  const { scene, layout } = writer;
  const { mesh } = scene.nodes[index];
  const model = scene.meshes[mesh ?? 0];
  const isOwn = isDeformed(scene, index);
  const prototype = mesh === null || isOwn ? undefined : layout.prototypes.get(mesh);
  if (prototype === undefined) return meshPrim(writer, model, { parent, name, node: isOwn ? index : undefined });
  return {
    name,
    type: "Xform",
    metadata: { instanceable: true, references: { prepended: [{ primPath: prototype }] } },
  };
}

function cameraContent(writer: UsdWriter, { node, path, take }: NodePlace): readonly PlainPrim[] {
  if (node.camera === null) return [];
  const camera = writer.scene.cameras[node.camera];
  return [cameraPrim(writer, camera, `${path}/${take(camera.name, "Camera")}`)];
}

function lightContent(writer: UsdWriter, { node, path, take }: NodePlace): readonly PlainPrim[] {
  if (node.light === null) return [];
  const light = writer.scene.lights[node.light];
  return [lightPrim(writer, light, `${path}/${take(light.name, "Light")}`)];
}

function splatContent({ scene, options }: UsdWriter, { node, take }: NodePlace): readonly PlainPrim[] {
  return node.splats.map((index) => {
    const splats = scene.splats[index];
    const { name } = splats;
    const prim = take(name, "Splats");
    return {
      name: prim,
      type: "ParticleField3DGaussianSplat",
      metadata: named(name, prim),
      properties: splatProperties(splats, options.splatPrecision),
    };
  });
}
