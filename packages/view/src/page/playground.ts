/** The page without a server: an example scene to edit. */
import { addConverter } from "./converter/converter.ts";
import { SCENE, SCENE_NAME } from "./playground-scene.ts";
import { fixedSource } from "./source.ts";
import { startPage } from "./start-page.ts";

const assets = new URL("assets/", location.href).href;
await startPage(fixedSource([{ name: SCENE_NAME, text: SCENE }], assets));
/** In a variable, which the bundler does not resolve. */
const CONVERTER = "convert-worker.js";
addConverter(() => new Worker(new URL(CONVERTER, document.baseURI), { type: "module", name: CONVERTER }));
