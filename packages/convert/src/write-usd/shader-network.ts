/** Shaders of a material. */
import type { PlainAttribute, PlainPrim, PlainProperty, PlainValue } from "@usdkit/layer";
import type { UniqueNames } from "../model/unique-names.ts";

/** Shader prims, and the outputs of the material that are connected to them. */
export interface ShaderNetwork {
  readonly outputs: readonly PlainProperty[];
  readonly shaders: readonly PlainPrim[];
}

/** Where the shaders of a material are. */
export interface MaterialPlace {
  /** Path of the material. */
  readonly path: string;
  /** Of the prims below it. */
  readonly names: UniqueNames;
}

/** An input of a shader: a constant, or the output that it is connected to. */
export type ShaderInput =
  | { readonly name: string; readonly type: string; readonly value: PlainValue; readonly colorSpace?: string }
  | { readonly name: string; readonly type: string; readonly connection: string };

/** A shader to add. */
export interface ShaderPrim {
  readonly id: string;
  readonly inputs: readonly ShaderInput[];
  /** Types by name. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Collects the shaders of a material; equal ones are added once. */
export class NetworkBuilder {
  readonly shaders: PlainPrim[] = [];
  readonly #path: string;
  readonly #names: UniqueNames;
  /** By content, the name. */
  readonly #known = new Map<string, string>();

  constructor({ path, names }: MaterialPlace) {
    this.#path = path;
    this.#names = names;
  }

  /** Adds a shader, and returns its path. */
  add(name: string, { id, inputs, outputs }: ShaderPrim): string {
    const key = JSON.stringify([id, inputs, outputs]);
    let own = this.#known.get(key);
    if (own === undefined) {
      own = this.reserve(name);
      this.#known.set(key, own);
      this.fill(own, { id, inputs, outputs });
    }
    return this.pathOf(own);
  }

  /** Takes a name for a shader that is filled later. */
  reserve(name: string): string {
    return this.#names.take(name, "Shader");
  }

  /** Adds the shader of a reserved name. */
  fill(name: string, { id, inputs, outputs }: ShaderPrim): void {
    this.shaders.push({
      name,
      type: "Shader",
      properties: [
        { name: "info:id", type: "token", value: id, uniform: true },
        ...inputs.map(inputAttribute),
        ...Object.entries(outputs).map(([output, type]): PlainAttribute => ({ name: `outputs:${output}`, type })),
      ],
    });
  }

  pathOf(name: string): string {
    return `${this.#path}/${name}`;
  }

  /** Adds a shader, and returns the path of its only output. */
  output(name: string, shader: ShaderPrim): string {
    const [output] = Object.keys(shader.outputs);
    return `${this.add(name, shader)}.outputs:${output}`;
  }
}

function inputAttribute(input: ShaderInput): PlainAttribute {
  const name = `inputs:${input.name}`;
  if ("connection" in input) return { name, type: input.type, connections: { explicit: [input.connection] } };
  const { colorSpace } = input;
  return {
    name,
    type: input.type,
    value: input.value,
    ...(colorSpace === undefined ? {} : { metadata: { colorSpace } }),
  };
}
