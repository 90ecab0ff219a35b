import { parseUsda } from "@usdkit/usda";
import type { Layer } from "@usdkit/layer";

export const before: Layer = parseUsda('#usda 1.0\ndef "World"\n{\n    double size = 1\n}\n').layer;
export const after: Layer = parseUsda('#usda 1.0\ndef "World"\n{\n    double size = 2\n}\n').layer;
