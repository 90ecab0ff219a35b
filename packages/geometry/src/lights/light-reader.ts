/** Attributes of a light at a time. */
import { numbersOf, stageMetrics, textOf, type PrimNode, type StageReader, type StageTime } from "@usdkit/usd";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import type { TextureFile } from "../model/surface-material.ts";

/** Reads a light; what is wrong is added to a list of problems. */
export interface LightReader {
  /** A finite number; the fallback without one. */
  number(name: string, fallback: number): number;
  /** As `number`, from 0. */
  size(name: string, fallback: number): number;
  color(name: string, fallback: readonly [number, number, number]): readonly [number, number, number];
  isTrue(name: string): boolean;
  /** Whether a value is false; not without a value. */
  isFalse(name: string): boolean;
  token(name: string): string;
  /** The file of an asset path; null without one. */
  file(name: string): TextureFile | null;
  /** The axis of the upper edge of a dome's image. */
  pole(): "Y" | "Z";
  problem(property: string, message: string): void;
}

/** Returns the reader of a light. */
export function lightReader(
  reader: StageReader,
  prim: PrimNode,
  time: StageTime,
  problems: GeometryProblem[],
): LightReader {
  const problem = (property: string, message: string): void => {
    problems.push({ path: prim.path, property, message });
  };
  const numbers = (name: string, count: number): readonly number[] | undefined => {
    const found = numbersOf(reader.value(prim, name, time));
    if (found === undefined) return undefined;
    if (found.length === count && found.every(Number.isFinite)) return Array.from(found);
    problem(name, `Expected ${count === 1 ? "a finite number" : `${count} finite numbers`}: the fallback is drawn`);
    return undefined;
  };
  const number = (name: string, fallback: number): number => numbers(name, 1)?.[0] ?? fallback;
  const value = (name: string): unknown => {
    const found = reader.value(prim, name, time);
    return found?.kind === "typed" ? found.data : undefined;
  };
  return {
    number,
    size(name, fallback) {
      const found = number(name, fallback);
      if (found >= 0) return found;
      problem(name, `Expected a number from 0, found ${found}: the light is drawn with 0`);
      return 0;
    },
    color(name, fallback) {
      const [r, g, b] = numbers(name, 3) ?? fallback;
      return [r, g, b];
    },
    isTrue: (name) => value(name) === true,
    isFalse: (name) => value(name) === false,
    token: (name) => textOf(reader.value(prim, name, time)) ?? "",
    file(name) {
      const attribute = reader.attribute(prim, name);
      const resolved = attribute && reader.resolve(attribute, time);
      const { value: found, source } = resolved ?? {};
      if (found?.kind !== "typed" || typeof found.data !== "string" || found.data === "") return null;
      return source?.opinion === undefined ? null : { assetPath: found.data, layer: source.opinion.layer };
    },
    pole() {
      if (prim.type === "DomeLight") return "Y";
      const axis = textOf(reader.value(prim, "poleAxis", time)) ?? "scene";
      if (axis === "Y" || axis === "Z") return axis;
      return stageMetrics(reader.stage).upAxis === "Z" ? "Z" : "Y";
    },
    problem,
  };
}
