// TypeScript with `module: node16`, where `require` takes no modules.
import { Scene } from "@usdkit/scene";
import { type Layer, diffLayers } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { validate, type Finding } from "@usdkit/validate";
import { SpatialClient } from "@usdkit/client";
import { defineConfig, type Config } from "usda-lint";

const { layer }: { layer: Layer } = parseUsda(new Scene({ defaultPrim: "World" }).toUsda());
const findings: readonly Finding[] = validate(layer);
export const config: Config = defineConfig({ profile: "offline", rules: { "camera-present": "off" } });
export const differences: number = diffLayers(layer, layer).length + findings.length;
export const client: SpatialClient = new SpatialClient({ baseUrl: "https://example.com", apiKey: "key" });
