// Converts GLB files to USDZ and back, and compares the attributes of every corner, as glTF-Transform reads them, to 1e-5: positions, normals,
// tangents, texture coordinates, colors, joints with their weights, attributes of applications, offsets of morph targets; and matrices of nodes.
//
//   node test/oracle/round-trip-attributes.ts [FILES OR FOLDERS…]
//
// Without any the files of ../shared/gltf. Colors of vertices are compared with the factor of their material: USD has the product. Files
// that a GLB names are those next to it. What is not compared is listed by reason at the end; the exit code is 1 if any differs that
// `explained` does not have.

import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import {
  Logger,
  WebIO,
  type Accessor,
  type Document,
  type Node,
  type Primitive,
  type PrimitiveTarget,
  type Skin,
  type vec4,
} from "@gltf-transform/core";
import { ALL_EXTENSIONS } from "@gltf-transform/extensions";
import { embedGltfFiles } from "@usdkit/assets";
import { readGlbChunks, writeGlb } from "@usdkit/assets/gltf-parts";
import { ConvertError, gltfToUsd, packUsdz, usdToGltf } from "@usdkit/convert";
import { memoryResolver, Stage } from "@usdkit/usd";

const TOLERANCE = 1e-5;
/** Differences of a file that are printed. */
const MAX_LINES = 8;

/** A primitive where a node shows it. */
interface Shown {
  readonly name: string;
  readonly node: Node;
  readonly primitive: Primitive;
  /** A vertex for each corner. */
  readonly corners: readonly number[];
}

const shared = resolve(import.meta.dirname, "../../../shared/gltf/files");
const given = process.argv.slice(2);
const files = (given.length > 0 ? given : [shared]).flatMap((path) =>
  statSync(path).isDirectory() ? globSync(join(path, "**/*.glb")).toSorted() : [path],
);
/** Why files of others differ. */
const explained: ReadonlyMap<string, string> = new Map([
  ["BoxBadNormals.glb", "normals without a length are invalid: those of the triangles come back"],
  ["BoxWithInfinites.glb", "infinite positions are invalid: the mesh does not come back"],
]);

const require = createRequire(resolve(import.meta.dirname, "../../packages/test-files/package.json"));
const { createDecoderModule } = require("draco3dgltf") as { readonly createDecoderModule: () => Promise<unknown> };
const { MeshoptDecoder } = require("meshoptimizer") as { readonly MeshoptDecoder: { readonly ready: Promise<void> } };
const decoders = { "draco3d.decoder": await createDecoderModule(), "meshopt.decoder": MeshoptDecoder };
await MeshoptDecoder.ready;

/** A file that cannot be compared. */
class NotCompared extends Error {}

let [same, different, known] = [0, 0, 0];
const notCompared = new Map<string, string[]>();
for (const file of files) {
  let differences: string[];
  try {
    differences = await compare(file);
  } catch (error) {
    if (!(error instanceof NotCompared)) throw error;
    notCompared.set(error.message, [...(notCompared.get(error.message) ?? []), basename(file)]);
    continue;
  }
  const reason = explained.get(basename(file));
  if (differences.length === 0) {
    same++;
    continue;
  }
  if (reason === undefined) different++;
  else known++;
  const more = differences.length > MAX_LINES ? [`  and ${differences.length - MAX_LINES} more`] : [];
  const head = `${basename(file)}${reason === undefined ? "" : ` (known: ${reason})`}`;
  console.log([head, ...differences.slice(0, MAX_LINES).map((line) => `  ${line}`), ...more].join("\n"));
}
const reasons = Array.from(notCompared).toSorted(([, a], [, b]) => b.length - a.length);
for (const [reason, names] of reasons) console.log(`${names.length} not compared: ${reason}: ${names.join(", ")}`);
const left = reasons.reduce((sum, [, names]) => sum + names.length, 0);
console.log(`${same} same, ${different} different, ${known} different for a known reason, ${left} not compared`);
process.exitCode = different > 0 ? 1 : 0;

/** @throws NotCompared if the file is not converted, or the library does not read it */
async function compare(file: string): Promise<string[]> {
  let bytes: Uint8Array;
  let glb: Uint8Array;
  try {
    bytes = await embedGltfFiles(new Uint8Array(readFileSync(file)), (path) => {
      const other = join(dirname(file), path);
      return existsSync(other) ? new Uint8Array(readFileSync(other)) : undefined;
    });
    const { layer, files: textures } = await gltfToUsd(bytes);
    const stage = await Stage.open("a.usdz", {
      resolver: memoryResolver(new Map([["a.usdz", packUsdz(layer, textures)]])),
    });
    ({ glb } = await usdToGltf(stage, { isAnimated: true }));
  } catch (error) {
    const reason = error instanceof ConvertError ? error.reason : String(error);
    throw new NotCompared(`rejected: ${reason.replaceAll(/\d+/gu, "N").slice(0, 120)}`, { cause: error });
  }
  let before: Document;
  try {
    before = await read(aligned(bytes));
  } catch (error) {
    throw new NotCompared(`glTF-Transform: ${String(error).slice(0, 100)}`, { cause: error });
  }
  const after = await read(glb);
  const [all, found] = [shownOf(before), shownOf(after)];
  if (all.length !== found.length) return [`${all.length} primitives are shown, then ${found.length}`];
  const inOrder = all.flatMap((each, i) => comparePrimitives(each, found[i]));
  if (inOrder.length === 0) return inOrder;
  // What shares a mesh may come in another order.
  const sorted = [all, found].map((list) => list.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)));
  const byName = sorted[0].flatMap((each, i) => comparePrimitives(each, sorted[1][i]));
  return byName.length < inOrder.length ? byName : inOrder;
}

/** The library does not read chunks whose sizes are no multiples of four bytes. */
function aligned(bytes: Uint8Array): Uint8Array {
  const { json, binary } = readGlbChunks(bytes);
  if (binary === null) return bytes;
  const padding = new Uint8Array(-binary.length & 3);
  return writeGlb(json, [binary, padding], binary.length + padding.length);
}

async function read(bytes: Uint8Array): Promise<Document> {
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS);
  io.registerDependencies(decoders);
  const document = await io.readBinary(new Uint8Array(bytes));
  for (const node of document.getRoot().listNodes()) {
    // As with normals: those of rounded quaternions are nearly unit.
    const length = Math.hypot(...node.getRotation());
    if (Math.abs(length - 1) < 1e-3) node.setRotation(node.getRotation().map((value) => value / length) as vec4);
  }
  return document;
}

/** The primitives of the default scene in the order of its nodes. */
function shownOf(document: Document): Shown[] {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const shown: Shown[] = [];
  scene?.traverse((node) => {
    for (const [i, primitive] of (node.getMesh()?.listPrimitives() ?? []).entries()) {
      const count = primitive.getAttribute("POSITION")?.getCount() ?? 0;
      if (count === 0) continue;
      const indices = primitive.getIndices()?.getArray();
      const list =
        indices === null || indices === undefined ? Array.from({ length: count }, (_, k) => k) : [...indices];
      shown.push({
        name: `${validName(node.getName())}, primitive ${i}`,
        node,
        primitive,
        corners: cornersOf(primitive.getMode(), list),
      });
    }
  });
  return shown;
}

/** Names of joints are those of USD in what comes back. */
function validName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9]/gu, "_");
}

/** Strips and fans as triangles. */
function cornersOf(mode: number, list: readonly number[]): readonly number[] {
  const { TRIANGLE_STRIP, TRIANGLE_FAN } = { TRIANGLE_STRIP: 5, TRIANGLE_FAN: 6 };
  if (mode !== TRIANGLE_STRIP && mode !== TRIANGLE_FAN) return list;
  const corners: number[] = [];
  for (let i = 0; i + 2 < list.length; i++) {
    if (mode === TRIANGLE_FAN) corners.push(list[i + 1], list[i + 2], list[0]);
    else corners.push(list[i], list[i + 1 + (i % 2)], list[i + 2 - (i % 2)]);
  }
  return corners;
}

function comparePrimitives(before: Shown, after: Shown): string[] {
  const at = before.name;
  if (before.corners.length !== after.corners.length) {
    return [`${at}: ${before.corners.length} corners, then ${after.corners.length}`];
  }
  const lines: string[] = [];
  const check = (what: string, a: Values | null, b: Values | null): void => {
    const line = a === null ? undefined : b === null ? "is missing" : compareValues(before, after, a, b);
    if (line !== undefined) lines.push(`${at}: ${what} ${line}`);
  };
  for (const semantic of before.primitive.listSemantics()) {
    if (/^(?:JOINTS|WEIGHTS)_\d+$/u.test(semantic)) continue;
    const [a, b] = [before, after].map(({ primitive }) => {
      const values = valuesOf(primitive.getAttribute(semantic), semantic);
      return semantic === "COLOR_0" ? timesFactor(values, primitive) : values;
    });
    check(semantic, a, b);
  }
  const isNamed =
    before.node
      .getSkin()
      ?.listJoints()
      .every((joint) => joint.getName() !== "") === true;
  check("influences", influencesOf(before, isNamed), influencesOf(after, isNamed));
  const targets = after.primitive.listTargets();
  for (const [i, target] of before.primitive.listTargets().entries()) {
    for (const semantic of ["POSITION", "NORMAL"]) {
      const other: PrimitiveTarget | undefined = targets[i];
      const a = valuesOf(target.getAttribute(semantic), semantic);
      const b = valuesOf(other?.getAttribute(semantic) ?? null, semantic);
      check(`target ${i}, ${semantic}`, a, b ?? (isZero(before, a) ? a : null));
    }
  }
  const [a, b] = [before.node, after.node].map((node) => node.getWorldMatrix());
  const isSkinned = before.node.getSkin() !== null;
  if (!isSkinned && a.some((value, i) => !isClose(value, b[i])))
    lines.push(`${at}: the matrix is ${show(a)}, then ${show(b)}`);
  return lines;
}

/** Numbers of a vertex; a map of names for joints. */
type Values = (vertex: number) => readonly number[] | ReadonlyMap<string, number>;

function valuesOf(accessor: Accessor | null, semantic: string): Values | null {
  if (accessor === null) return null;
  return (vertex) => {
    const numbers = accessor.getElement(vertex, []);
    if (semantic === "NORMAL") return unit(numbers);
    // Colors without opacity are opaque.
    return semantic.startsWith("COLOR_") && numbers.length === 3 ? [...numbers, 1] : numbers;
  };
}

/** Colors as they are seen without textures. */
function timesFactor(values: Values | null, primitive: Primitive): Values | null {
  const factor = primitive.getMaterial()?.getBaseColorFactor() ?? [1, 1, 1, 1];
  return values && ((vertex) => Array.from(values(vertex).values(), (value, i) => value * factor[i]));
}

/** glTF asks for unit normals, which files with rounded ones do not have: what comes back has. */
function unit(numbers: readonly number[]): readonly number[] {
  const length = Math.hypot(...numbers);
  return length > 0 ? numbers.map((value) => value / length) : numbers;
}

/** Weights by joint, which add up to 1. */
function influencesOf({ primitive, node }: Shown, isNamed: boolean): Values | null {
  const skin: Skin | null = node.getSkin();
  const sets = [0, 1, 2, 3].flatMap((set) => {
    const joints = primitive.getAttribute(`JOINTS_${set}`);
    const weights = primitive.getAttribute(`WEIGHTS_${set}`);
    return joints === null || weights === null ? [] : [{ joints, weights }];
  });
  if (skin === null || sets.length === 0) return null;
  const names = skin.listJoints().map((joint) => validName(joint.getName()));
  return (vertex) => {
    const byJoint = new Map<string, number>();
    for (const { joints, weights } of sets) {
      const list = weights.getElement(vertex, []);
      for (const [i, joint] of joints.getElement(vertex, []).entries()) {
        if (list[i] !== 0) byJoint.set(names[joint], (byJoint.get(names[joint]) ?? 0) + list[i]);
      }
    }
    const sum = Array.from(byJoint.values()).reduce((total, weight) => total + weight, 0);
    // Joints without a name get one.
    return new Map(Array.from(byJoint, ([name, weight]) => [isNamed ? name : "", weight / sum]));
  };
}

function isZero({ corners }: Shown, values: Values | null): boolean {
  return (
    values !== null && corners.every((vertex) => Array.from(values(vertex).values()).every((value) => value === 0))
  );
}

/** What differs; undefined if nothing does. */
function compareValues(before: Shown, after: Shown, a: Values, b: Values): string | undefined {
  let [count, most, example] = [0, 0, ""];
  for (const [i, corner] of before.corners.entries()) {
    const [from, to] = [a(corner), b(after.corners[i])];
    const pairs =
      from instanceof Map ? joined(from, to as ReadonlyMap<string, number>) : paired(from as number[], to as number[]);
    const worst = Math.max(0, ...pairs.map(([x, y]) => (isClose(x, y) ? 0 : Math.abs(x - y))));
    if (worst === 0) continue;
    if (worst > most) example = `corner ${i}: ${show(from)}, then ${show(to)}`;
    most = Math.max(most, worst);
    count++;
  }
  return count === 0 ? undefined : `differ at ${count} of ${before.corners.length} corners; ${example}`;
}

function joined(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): (readonly [number, number])[] {
  return Array.from(new Set([...a.keys(), ...b.keys()]), (name) => [a.get(name) ?? 0, b.get(name) ?? 0] as const);
}

function paired(a: readonly number[], b: readonly number[]): (readonly [number, number])[] {
  return a.map((value, i) => [value, b[i] ?? NaN] as const);
}

function show(values: readonly number[] | ReadonlyMap<string, number>): string {
  return JSON.stringify([...values]);
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a));
}
