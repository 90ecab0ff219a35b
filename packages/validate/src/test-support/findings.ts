/** Findings of scenes in a short form, for tests. */
import { validate } from "../engine/check.ts";
import type { CheckOptions } from "../engine/prepare-check.ts";
import { baseScene } from "../examples/patch-scene.ts";
import type { Finding } from "../model/finding.ts";

/** Returns the findings of a scene, without those about a scene with nothing to draw. */
export const find = (source: string | Uint8Array, options: CheckOptions = {}): readonly Finding[] =>
  validate(source, { profile: "offline", ...options, rules: { "scene-empty": "off", ...options.rules } });
/** Returns `rule line`, and the severity if it is not the default. */
export const found = (source: string, options: CheckOptions = {}): string[] =>
  find(source, options).map(({ rule, start }) => `${rule} ${start.line}`);
export const levels = (source: string, options: CheckOptions = {}): string[] =>
  find(source, options).map(({ rule, severity }) => `${rule} ${severity}`);
export const patch: { readonly profile: "patch"; readonly base: string } = { profile: "patch", base: baseScene };

export const matrix = "matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )";
export const order = (...entries: string[]): string => `uniform token[] xformOpOrder = ${JSON.stringify(entries)}`;
export const prim = (head: string, ...statements: string[]): string =>
  `\n${head}\n{\n${statements.map((each) => `    ${each}\n`).join("")}}\n`;
