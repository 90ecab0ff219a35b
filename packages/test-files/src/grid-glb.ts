/** A hilly square as GLB, packed in one of several ways by glTF-Transform. */
import { Document, WebIO } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from "@gltf-transform/extensions";
import { createRequire } from "node:module";
import { MeshoptEncoder } from "meshoptimizer/encoder";

export type GridPacking = "plain" | "draco" | "draco-sequential" | "meshopt" | "meshopt-filter" | "quantized";

/** Heights of the square from 0 to 1 with `size` × `size` cells, two triangles each. */
export async function gridGlb(size: number, packing: GridPacking): Promise<Uint8Array> {
  const side = size + 1;
  const positions = new Float32Array(3 * side * side);
  const normals = new Float32Array(3 * side * side);
  const texCoords = new Float32Array(2 * side * side);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const i = row * side + column;
      positions.set([column / size, gridHeight(column / size, row / size), row / size], 3 * i);
      normals.set([0, 1, 0], 3 * i);
      texCoords.set([column / size, row / size], 2 * i);
    }
  }
  const indices = new Uint32Array(6 * size * size);
  for (let row = 0, at = 0; row < size; row++) {
    for (let column = 0; column < size; column++, at += 6) {
      const i = row * side + column;
      indices.set([i, i + side, i + 1, i + 1, i + side, i + side + 1], at);
    }
  }
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (
    type: "VEC2" | "VEC3" | "SCALAR",
    array: Float32Array | Uint32Array | Int16Array | Uint16Array,
    normalized = false,
  ) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setNormalized(normalized)
      .setBuffer(buffer);
  const isInteger = packing === "quantized" || packing === "meshopt";
  const quantize = (array: Float32Array): Uint16Array => Uint16Array.from(array, (value) => Math.round(value * 65535));
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", isInteger ? accessor("VEC3", quantize(positions), true) : accessor("VEC3", positions))
    .setAttribute("NORMAL", accessor("VEC3", normals))
    .setAttribute("TEXCOORD_0", isInteger ? accessor("VEC2", quantize(texCoords), true) : accessor("VEC2", texCoords))
    .setIndices(accessor("SCALAR", indices))
    .setMaterial(document.createMaterial("grid"));
  const mesh = document.createMesh().addPrimitive(primitive);
  document.createScene().addChild(document.createNode().setMesh(mesh));
  const io = new WebIO().registerExtensions([EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization]);
  if (isInteger) document.createExtension(KHRMeshQuantization).setRequired(true);
  if (packing.startsWith("draco")) {
    // The encoder has no types, and only tests need it.
    const { createEncoderModule } = createRequire(import.meta.url)("draco3dgltf") as {
      createEncoderModule: () => Promise<object>;
    };
    io.registerDependencies({ "draco3d.encoder": await createEncoderModule() });
    const method =
      packing === "draco"
        ? KHRDracoMeshCompression.EncoderMethod.EDGEBREAKER
        : KHRDracoMeshCompression.EncoderMethod.SEQUENTIAL;
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ method, quantizationBits: { POSITION: 16 } });
  }
  if (packing.startsWith("meshopt")) {
    await MeshoptEncoder.ready;
    io.registerDependencies({ "meshopt.encoder": MeshoptEncoder });
    const { FILTER, QUANTIZE } = EXTMeshoptCompression.EncoderMethod;
    const method = packing === "meshopt" ? QUANTIZE : FILTER;
    document.createExtension(EXTMeshoptCompression).setRequired(true).setEncoderOptions({ method });
  }
  return io.writeBinary(document);
}

/** Between 0 and 1. */
export function gridHeight(x: number, z: number): number {
  return 0.5 + 0.25 * Math.sin(7 * x) + 0.25 * Math.cos(5 * z);
}
