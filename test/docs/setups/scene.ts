import type { CameraHandle, MeshHandle } from "@usdkit/scene";
import { readFileSync, writeFileSync } from "node:fs";
import { parseUsda } from "@usdkit/usda";
import fc from "fast-check";
import { chairScene } from "./chair-scene.ts";

const built = chairScene();
built.get("/World", "Xform").mesh("OldLamp", { asset: "asset:/mesh/lamp-1" });
built.get("/World", "Xform").xform("Table");
writeFileSync("scene.usda", built.toBytes());
const other = chairScene();
export const chair: MeshHandle = other.get("/World/Chair", "Mesh");
export const camera: CameraHandle = other.get("/World/Main", "Camera");
/** A matrix of gl-matrix: columns. */
export const mat4: Float64Array = new Float64Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]);
/** The program under test. */
export const takesEveryScene = (text: string): boolean => parseUsda(text).ok;
export { fc, readFileSync, writeFileSync };
