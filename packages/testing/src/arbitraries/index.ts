/**
 * fast-check arbitraries of layers and values, which are those of `@usdkit/layer/arbitraries`, and of texts. fast-check
 * is a peer dependency.
 *
 * @packageDocumentation
 */
export {
  dictionaryArbitrary,
  layerArbitrary,
  plainLayerArbitrary,
  typeNames,
  valueArbitrary,
} from "@usdkit/layer/arbitraries";
export { usdaArbitrary } from "./usda-arbitrary.ts";
