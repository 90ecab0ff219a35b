import { chairScene } from "./chair-scene.ts";

export const bytesOrString: string | Uint8Array = chairScene().toUsda();
