import { writeUsdc } from "@usdkit/usdc";
import { chairScene } from "./chair-scene.ts";

export const bytes: Uint8Array = writeUsdc(chairScene().toLayer());
