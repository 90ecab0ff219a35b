/**
 * The textures of materials, without the loaders: for threads that draw, which should start fast.
 *
 * @module
 */
export { mapContents, mapNames, type MapName, type TexelContent } from "./model/material-maps.ts";
