import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { chairScene } from "./chair-scene.ts";

export const data: Uint8Array = writeUsdc(chairScene().toLayer());
export const image: Uint8Array = new Uint8Array([1, 2, 3]);
export const bytes: Uint8Array = writePackage([{ path: "root.usdc", data }]);
