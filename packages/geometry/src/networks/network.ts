/** Evaluates networks of shaders, as far as they are constants, images, primvars and operations on them. */
import { decodeSrgb } from "@usdkit/base/math";
import { numbersOf, textOf, type ConnectedAttribute, type PrimNode } from "@usdkit/usd";
import type { NodeInputs } from "./node-kind.ts";
import { nodeKind } from "./node-kinds.ts";
import type { Numbers } from "./operation.ts";
import { typeNameOf } from "../model/value-types.ts";
import { constantValue, type ShaderValue } from "./shader-value.ts";
import { inputText, lostConnection, producerOf, shaderId, textureFile, type ShaderSource } from "./shader-source.ts";

/** Nodes on one way from a surface shader to a texture. */
const MOST_DEPTH = 100;
/** Nodes of the networks of a material. */
const MOST_NODES = 10_000;
/** Color spaces whose transfer function is that of sRGB, with its primaries. */
const SRGB: ReadonlySet<string> = new Set(["srgb_texture", "sRGB", "srgb_rec709_scene", "srgb_rec709_display"]);
/** Color spaces whose numbers are used as they are. */
const LINEAR: ReadonlySet<string> = new Set([
  "",
  "raw",
  "none",
  "data",
  "unknown",
  "identity",
  "lin_rec709",
  "lin_rec709_scene",
]);

/**
 * The networks of a material. Each output of a node is evaluated once. What cannot be evaluated is a problem of the node, and has no value.
 *
 * ```ts
 * const network = new Network(source);
 * network.input(shader, "base_color"); // { kind: "texels", … }
 * ```
 */
export class Network {
  readonly source: ShaderSource;
  /** By path and name of the output; null while it is evaluated. */
  readonly #known: Map<string, ShaderValue | undefined | null> = new Map();
  #depth = 0;

  constructor(source: ShaderSource) {
    this.source = source;
  }

  /** Returns the value of an input; undefined where nothing is authored, or what is authored cannot be evaluated. */
  input(prim: PrimNode, name: string): ShaderValue | undefined {
    const producer = producerOf(this.source, prim, `inputs:${name}`);
    const lost = lostConnection(this.source, prim, `inputs:${name}`, producer);
    if (lost !== undefined) {
      this.problem(prim, `inputs:${name}`, `It is connected to ${lost}, which is no input or output that has a value`);
    }
    if (producer === undefined) return undefined;
    if (!producer.name.startsWith("inputs:"))
      return this.#output(producer) ?? this.#constant({ prim, name: `inputs:${name}` });
    return this.#constant(producer);
  }

  /** Returns the text of an input that is no output of a node; "" without one. */
  text(prim: PrimNode, name: string): string {
    return inputText(this.source, prim, name) ?? "";
  }

  /** Notes that something of a node is not drawn. */
  problem(prim: PrimNode, property: string, message: string): void {
    this.source.problem(prim, property, message);
  }

  #constant({ prim, name }: ConnectedAttribute): ShaderValue | undefined {
    const value = this.source.value(prim, name);
    const numbers = numbersOf(value);
    if (numbers === undefined || numbers.length > 4) {
      if (value !== undefined) {
        this.problem(
          prim,
          name,
          `Expected one to four numbers, found a value of the type ${typeNameOf(value)}: the fallback is drawn`,
        );
      }
      return undefined;
    }
    if (!numbers.every(Number.isFinite)) {
      this.problem(prim, name, `Expected finite numbers, found ${numbers.join(", ")}: the fallback is drawn`);
      return undefined;
    }
    return constantValue(...this.#linear(prim, name, Array.from(numbers)));
  }

  /** Colors may be authored as sRGB. */
  #linear(prim: PrimNode, name: string, numbers: Numbers): Numbers {
    if (numbers.length < 3 || !SRGB.has(this.#colorSpace(prim, name))) return numbers;
    return numbers.map((value, i) => (i < 3 ? decodeSrgb(Math.max(0, value)) : value));
  }

  /** Returns the color space that an attribute authors; "" without one. */
  #colorSpace(prim: PrimNode, name: string): string {
    return textOf(this.source.reader.propertyMetadata(prim, name, "colorSpace")) ?? "";
  }

  #output(producer: ConnectedAttribute): ShaderValue | undefined {
    const key = `${producer.prim.path}.${producer.name}`;
    const known = this.#known.get(key);
    if (known !== undefined || this.#known.has(key)) {
      if (known === null)
        this.problem(
          producer.prim,
          producer.name,
          "The network of nodes leads back here: it is drawn without the connection",
        );
      return known ?? undefined;
    }
    const tooLarge = this.#depth >= MOST_DEPTH || this.#known.size >= MOST_NODES;
    if (tooLarge) {
      const most = this.#depth >= MOST_DEPTH ? `${MOST_DEPTH} nodes, one behind the other` : `${MOST_NODES} nodes`;
      this.problem(producer.prim, producer.name, `The network has more than ${most}: it is drawn without this one`);
      this.#known.set(key, undefined);
      return undefined;
    }
    this.#known.set(key, null);
    this.#depth++;
    const value = this.#node(producer);
    this.#depth--;
    this.#known.set(key, value);
    return value;
  }

  #node({ prim, name }: ConnectedAttribute): ShaderValue | undefined {
    const id = shaderId(this.source, prim);
    const found = nodeKind(id);
    if (found === undefined) {
      const what = id === "" ? "a shader without an identifier" : `the node ${JSON.stringify(id)}`;
      this.problem(prim, "info:id", `Expected a node that can be evaluated, found ${what}: it is drawn without it`);
      return undefined;
    }
    return found.kind.evaluate(this.#inputs(prim), { type: found.type, output: name.slice("outputs:".length) });
  }

  #inputs(prim: PrimNode): NodeInputs {
    return {
      file: textureFile(this.source, prim),
      texelSpace: this.#texelSpace(prim, "inputs:file"),
      value: (name, fallback) => this.input(prim, name) ?? constantValue(...fallback),
      numbers: (name, fallback) => {
        const value = this.input(prim, name);
        if (value === undefined) return fallback;
        if (value.kind === "constant") return value.value;
        this.problem(
          prim,
          `inputs:${name}`,
          "Expected a constant: it is drawn with the value that it has without a connection",
        );
        return fallback;
      },
      text: (name) => this.text(prim, name),
      isAuthored: (name) => producerOf(this.source, prim, `inputs:${name}`) !== undefined,
      problem: (property, message) => this.problem(prim, property, message),
    };
  }

  #texelSpace(prim: PrimNode, name: string): "raw" | "sRGB" | undefined {
    const producer = producerOf(this.source, prim, name);
    const space = producer === undefined ? "" : this.#colorSpace(producer.prim, producer.name);
    if (SRGB.has(space)) return "sRGB";
    return LINEAR.has(space) ? "raw" : undefined;
  }
}
