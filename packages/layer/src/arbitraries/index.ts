/**
 * fast-check arbitraries of layers and values. fast-check is a peer dependency.
 *
 * @packageDocumentation
 */
export { dictionaryArbitrary } from "./dictionary-arbitrary.ts";
export { layerArbitrary } from "./layer-arbitrary.ts";
export { plainLayerArbitrary } from "./plain-layer-arbitrary.ts";
export { typeNames, valueArbitrary } from "./value-arbitrary.ts";
