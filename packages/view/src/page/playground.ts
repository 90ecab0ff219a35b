/** The page without a server: an example scene to edit. */
import { SCENE, SCENE_NAME } from "./playground-scene.ts";
import { fixedSource } from "./source.ts";
import { startPage } from "./start-page.ts";

const assets = new URL("assets/", location.href).href;
await startPage(fixedSource([{ name: SCENE_NAME, text: SCENE }], assets));
