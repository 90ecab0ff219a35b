import { chairScene } from "./chair-scene.ts";

export const text: string = chairScene().toUsda();
