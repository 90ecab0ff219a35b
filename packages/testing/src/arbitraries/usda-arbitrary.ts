import { printUsda } from "@usdkit/usda";
import type * as fc from "fast-check";
import { layerArbitrary } from "./layer-arbitrary.ts";

/** Texts that are good USDA, in the canonical form: {@link layerArbitrary}, printed. */
export const usdaArbitrary: fc.Arbitrary<string> = layerArbitrary.map((layer) => printUsda(layer));
