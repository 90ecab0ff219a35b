/** Cameras of glTF. */
import { quote } from "@usdkit/base";
import * as z from "zod";
import type { CameraModel } from "../model/camera.ts";
import { extrasOf } from "./extras.ts";
import { rawList, type GltfFile } from "./gltf-file.ts";
import { parsed, pointer } from "./pointer.ts";

const positive = z.number().positive();
const schema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("perspective"),
    name: z.string().default(""),
    perspective: z.object({
      yfov: positive,
      aspectRatio: positive.optional(),
      znear: positive,
      zfar: positive.optional(),
    }),
  }),
  z.object({
    type: z.literal("orthographic"),
    name: z.string().default(""),
    // A negative magnification mirrors the image; viewers ignore the sign.
    orthographic: z.object({ xmag: z.number(), ymag: z.number(), znear: z.number().min(0), zfar: positive }),
  }),
]);

/** Returns the cameras; null for one that is left out, which is reported. */
export function readCameras(file: GltfFile): readonly (CameraModel | null)[] {
  const { losses } = file;
  return rawList(file, "cameras").map((raw, i) => {
    const source = pointer("/cameras", i);
    const type = raw["type"];
    if (typeof type === "string" && type !== "perspective" && type !== "orthographic") {
      const expected = 'expected "perspective" or "orthographic"';
      losses.add(`${source}/type`, `Cameras of the type ${quote(type)} are left out: ${expected}`);
      return null;
    }
    const camera = parsed(schema, raw, source);
    const shared = { name: camera.name, source, extras: extrasOf(raw) };
    if (camera.type === "orthographic") {
      const { xmag, ymag, znear, zfar } = camera.orthographic;
      const projection = { kind: "orthographic", width: 2 * Math.abs(xmag), height: 2 * Math.abs(ymag) } as const;
      return { ...shared, projection, near: znear, far: zfar };
    }
    const { yfov, aspectRatio = null, znear, zfar = Infinity } = camera.perspective;
    if (yfov >= Math.PI) {
      const angle = `The vertical field of view of ${yfov} radians is not less than half a turn`;
      losses.add(`${source}/perspective/yfov`, `${angle}: the camera is left out`);
      return null;
    }
    return { ...shared, projection: { kind: "perspective", verticalAngle: yfov, aspectRatio }, near: znear, far: zfar };
  });
}
