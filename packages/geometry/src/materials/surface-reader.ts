/** Reads the inputs of surface shaders. */
import type { PrimNode } from "@usdkit/usd";
import type { SurfaceInput, SurfaceInputName, SurfaceInputs } from "../model/surface-material.ts";
import type { Network } from "../networks/network.ts";
import type { Numbers } from "../networks/operation.ts";
import { applied, constantValue, resized, type ShaderValue } from "../networks/shader-value.ts";
import { surfaceInput, type InputKind } from "../networks/surface-input.ts";
import { neutralInputs } from "./neutral-inputs.ts";

const INPUTS = "inputs:";

/** Inputs of a shader, as values. */
export class SurfaceReader {
  readonly shader: PrimNode;
  readonly #network: Network;

  constructor(network: Network, shader: PrimNode) {
    this.#network = network;
    this.shader = shader;
  }

  /** Returns the value of an input, with as many components as its fallback has. */
  value(name: string, ...fallback: number[]): ShaderValue {
    const value = this.#network.input(this.shader, name);
    return value === undefined ? constantValue(...fallback) : resized(value, fallback.length);
  }

  /** Returns the value of a vector in the space of tangents; the neutral one without a connection. */
  normal(name: string): ShaderValue {
    const value = this.#network.input(this.shader, name);
    return value === undefined || value.kind === "constant" ? constantValue(0, 0, 1) : value;
  }

  /** Returns the number of an input that is constant, a bool as 0 or 1; what is connected has its fallback, with a problem. */
  number(name: string, fallback: number): number {
    const value = this.#network.input(this.shader, name);
    if (value === undefined) return fallback;
    if (value.kind === "constant") return value.value[0] ?? fallback;
    this.problem(name, "Expected a constant: it is drawn with the value that it has without a connection");
    return fallback;
  }

  /** Returns the text of an input; "" without one. */
  text(name: string): string {
    return this.#network.text(this.shader, name);
  }

  /** Notes the inputs that the schema of the shader does not have. */
  reportUnknown(known: ReadonlySet<string>): void {
    const { reader } = this.#network.source;
    for (const property of reader.propertyNames(this.shader)) {
      if (!property.startsWith(INPUTS) || known.has(property.slice(INPUTS.length))) continue;
      const message = `The shader has no input of this name, but ${Array.from(known).join(", ")}: it is ignored`;
      this.problem(property.slice(INPUTS.length), message);
    }
  }

  /** Notes a problem of an input. */
  problem(name: string, message: string): void {
    this.#network.problem(this.shader, `inputs:${name}`, message);
  }

  /** Returns inputs of a material with values; those without one are neutral. */
  inputs(values: Partial<Readonly<Record<SurfaceInputName, ShaderValue>>>): SurfaceInputs {
    const found: Partial<Record<SurfaceInputName, SurfaceInput>> = {};
    for (const [name, value] of Object.entries(values) as [SurfaceInputName, ShaderValue][]) {
      const neutral = neutralInputs[name];
      const input = surfaceInput(value, kindOf(name, neutral.value), neutral.value);
      if ("reason" in input) {
        this.#network.problem(this.shader, "", `The material's ${name} is drawn without its network: ${input.reason}`);
      } else found[name] = input;
    }
    return { ...neutralInputs, ...found };
  }
}

function kindOf(name: SurfaceInputName, value: Numbers): InputKind {
  if (name === "normal" || name === "clearcoatNormal") return "vector";
  return value.length === 3 ? "color" : "number";
}

/** Returns the product of two values; a number is a factor of all components of a color. */
export function product(a: ShaderValue, b: ShaderValue, components: number): ShaderValue {
  return applied("multiply", [a, b], components);
}
