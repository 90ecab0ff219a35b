/**
 * fast-check arbitraries of what `@usdkit/usda` works on. fast-check is a peer: the copy that your tests use.
 *
 * @packageDocumentation
 */
export { dictionaryArbitrary } from "./dictionary-arbitrary.ts";
export { layerArbitrary } from "./layer-arbitrary.ts";
export { plainLayerArbitrary } from "./plain-layer-arbitrary.ts";
export { usdaArbitrary } from "./usda-arbitrary.ts";
export { typeNames, valueArbitrary } from "./value-arbitrary.ts";
