/** Nodes of glTF with their cameras, lights and instances. */
import type { Camera, Mesh, Node, Skin } from "@gltf-transform/core";
import { EXTMeshGPUInstancing, KHRLightsPunctual, type Light } from "@gltf-transform/extensions";
import { toColumnMajor } from "@usdkit/transforms";
import type { CameraModel } from "../model/camera.ts";
import type { LightModel } from "../model/light.ts";
import type { Quaternion } from "../model/numbers.ts";
import type { Instances, NodeModel } from "../model/scene.ts";
import type { GltfWriter } from "./gltf-writer.ts";
import { shearedParts, type ShearedParts } from "./sheared-parts.ts";

/** Cameras of glTF begin beyond 0. */
const MIN_NEAR = 1e-4;

/** Writes nodes. A matrix that shears becomes two nodes, of which the inner one, which is returned, has the content. */
export function writeNodes(writer: GltfWriter, meshes: readonly (Mesh | null)[]): readonly Node[] {
  const { document, scene } = writer;
  const cameras = scene.cameras.map((camera) => writeCamera(writer, camera));
  const lights = scene.lights.map((light) => writeLight(writer, light));
  const outer = new Map<number, Node>();
  const nodes = scene.nodes.map((model, i): Node => {
    const node = document.createNode(model.name);
    const { transform } = model;
    if (transform.kind === "matrix") {
      const parts = shearedParts(transform.matrix);
      node.setRotation(realLast(parts.inner));
      outer.set(i, place(document.createNode(`${model.name}_axes`), parts.outer).addChild(node));
    } else place(node, transform);
    if (model.extras !== undefined) node.setExtras({ ...model.extras });
    if (model.camera !== null) node.setCamera(cameras[model.camera]);
    if (model.light !== null) node.setExtension("KHR_lights_punctual", lights[model.light]);
    const mesh = model.mesh === null ? null : meshes[model.mesh];
    if (mesh !== null) showMesh(writer, node, { mesh, model });
    for (const index of model.splats) {
      writer.losses.add(scene.splats[index].source, "Splats are not written to glTF: write them to .ply, .spz or .sog");
    }
    return node;
  });
  for (const [i, { children }] of scene.nodes.entries())
    for (const child of children) nodes[i].addChild(outer.get(child) ?? nodes[child]);
  const root = document.createScene(scene.name);
  for (const index of scene.roots) root.addChild(outer.get(index) ?? nodes[index]);
  if (scene.extras !== undefined) root.setExtras({ ...scene.extras });
  document.getRoot().setDefaultScene(root);
  const skins = writeSkins(writer, nodes);
  for (const [i, { skin }] of scene.nodes.entries()) if (skin !== null) nodes[i].setSkin(skins[skin]);
  return nodes;
}

function place(node: Node, { translation, rotation, scale }: ShearedParts["outer"]): Node {
  return node
    .setTranslation([...translation])
    .setRotation(realLast(rotation))
    .setScale([...scale]);
}

function showMesh(
  writer: GltfWriter,
  node: Node,
  { mesh, model }: { readonly mesh: Mesh; readonly model: NodeModel },
): void {
  node.setMesh(mesh);
  if (model.targetWeights !== null) node.setWeights([...model.targetWeights]);
  if (model.instances !== null) node.setExtension("EXT_mesh_gpu_instancing", instancesOf(writer, model.instances));
}

function instancesOf(
  writer: GltfWriter,
  { count, translations, rotations, scales }: Instances,
): ReturnType<EXTMeshGPUInstancing["createInstancedMesh"]> {
  const instanced = writer.document.createExtension(EXTMeshGPUInstancing).setRequired(true).createInstancedMesh();
  const moved = translations ?? (rotations === null && scales === null ? new Float32Array(3 * count) : null);
  if (moved !== null) instanced.setAttribute("TRANSLATION", writer.accessor(moved, 3));
  if (rotations !== null) {
    const turned = writer.derived(rotations, "real last", () => realLastAll(rotations));
    instanced.setAttribute("ROTATION", writer.accessor(turned, 4));
  }
  if (scales !== null) instanced.setAttribute("SCALE", writer.accessor(scales, 3));
  return instanced;
}

/** Quaternions of glTF have the real part last. */
function realLast([w, x, y, z]: Quaternion): [number, number, number, number] {
  return [x, y, z, w];
}

/** Returns quaternions with the real part last. */
export function realLastAll(values: Float32Array): Float32Array {
  const result = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 4) {
    for (let k = 0; k < 3; k++) result[i + k] = values[i + k + 1];
    result[i + 3] = values[i];
  }
  return result;
}

function writeCamera({ document }: GltfWriter, model: CameraModel): Camera {
  const { projection, near, far, name, extras } = model;
  const camera = document.createCamera(name).setZNear(Math.max(near, MIN_NEAR));
  if (extras !== undefined) camera.setExtras({ ...extras });
  if (projection.kind === "orthographic") {
    // It needs an end.
    const end = Number.isFinite(far) ? far : 1e6;
    return camera
      .setType("orthographic")
      .setXMag(projection.width / 2)
      .setYMag(projection.height / 2)
      .setZFar(end);
  }
  camera.setType("perspective").setYFov(projection.verticalAngle).setAspectRatio(projection.aspectRatio);
  return Number.isFinite(far) ? camera.setZFar(far) : camera.setZFar(Infinity);
}

function writeLight({ document }: GltfWriter, model: LightModel): Light {
  const { kind, color, intensity, range, innerAngle, outerAngle, name, extras } = model;
  const light = document.createExtension(KHRLightsPunctual).createLight(name);
  light
    .setType(kind)
    .setColor([...color])
    .setIntensity(intensity);
  if (range !== null) light.setRange(range);
  if (kind === "spot") light.setInnerConeAngle(innerAngle).setOuterConeAngle(outerAngle);
  if (extras !== undefined) light.setExtras({ ...extras });
  return light;
}

function writeSkins(writer: GltfWriter, nodes: readonly Node[]): readonly Skin[] {
  return writer.scene.skins.map(({ name, joints, inverseBindMatrices }) => {
    const skin = writer.document.createSkin(name);
    for (const joint of joints) skin.addJoint(nodes[joint]);
    const matrices = new Float32Array(16 * joints.length);
    for (const [i, matrix] of inverseBindMatrices.entries()) matrices.set(affine(toColumnMajor(matrix)), 16 * i);
    return skin.setInverseBindMatrices(writer.accessor(matrices, 16));
  });
}

/** The last row is exact. */
function affine(matrix: readonly number[]): readonly number[] {
  return matrix.map((value, i) => (i % 4 === 3 ? (i === 15 ? 1 : 0) : value));
}
