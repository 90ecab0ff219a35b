import { readFileSync } from "node:fs";
import type { Layer } from "@usdkit/layer";
import { diffLayers } from "@usdkit/layer";
import { parseUsda, printUsda } from "@usdkit/usda";
import fc from "fast-check";
import { test } from "vitest";

export const text = '#usda 1.0\n\ndef "World"\n{\n}\n';
export const buildRoom = (_options?: { readonly chairs: number }): string => text;
export const myWriter = (layer: Layer): string => printUsda(layer);
export const myReader = (source: string): Layer => parseUsda(source).layer;
export { diffLayers, fc, parseUsda, readFileSync, test };
