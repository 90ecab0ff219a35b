/** Skins of glTF. */
import { floatsOf } from "@usdkit/assets/gltf";
import { identityMatrix, rowMatrixFromColumnMajor } from "@usdkit/transforms";
import { ConvertError } from "../errors/convert-error.ts";
import type { SkinModel } from "../model/skin.ts";
import { nameOf } from "./extras.ts";
import { accessorOf, rawList, type GltfFile } from "./gltf-file.ts";
import { pointer } from "./pointer.ts";

/** Returns the skins, with indices of nodes of the file. */
export function readSkins(file: GltfFile): readonly SkinModel[] {
  const raw = rawList(file, "skins");
  return file.gltf.skins.map(({ joints, inverseBindMatrices }, i) => {
    const source = pointer("/skins", i);
    for (const [k, joint] of joints.entries()) {
      if (joint < file.gltf.nodes.length) continue;
      const message = `Node ${joint} does not exist; the file has ${file.gltf.nodes.length}`;
      throw new ConvertError(pointer(source, "joints", k), message);
    }
    const at = `${source}/inverseBindMatrices`;
    const values = inverseBindMatrices === undefined ? null : accessorOf(file, inverseBindMatrices, [16], at);
    const floats = values === null ? null : floatsOf(values);
    if (floats !== null && floats.length < 16 * joints.length) {
      throw new ConvertError(at, `Expected ${joints.length} matrices, found ${floats.length / 16}`);
    }
    const matrixOf = (k: number): SkinModel["inverseBindMatrices"][number] =>
      floats === null ? identityMatrix : rowMatrixFromColumnMajor(floats.subarray(16 * k, 16 * k + 16));
    return { name: nameOf(raw[i]), source, joints, inverseBindMatrices: joints.map((_, k) => matrixOf(k)) };
  });
}
