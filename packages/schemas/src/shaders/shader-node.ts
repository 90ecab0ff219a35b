/** Nodes of shading networks: what renderers define of them. */

/** An input or output of a node. */
export interface ShaderPort {
  /** Type name as in the text, `color3f`. */
  readonly type: string;
  /** The values that a token may have. */
  readonly options?: readonly string[];
  /** False for inputs that take their own value only. */
  readonly isConnectable?: boolean;
}

/** A node that `info:id` names, or a light. */
export interface ShaderNode {
  /** The identifier: `UsdPreviewSurface`. */
  readonly id: string;
  /** The identifier without a version. */
  readonly name: string;
  /** `light` for lights. */
  readonly context: string;
  /** By name, without `inputs:`. */
  readonly inputs: Readonly<Record<string, ShaderPort>>;
  /** By name, without `outputs:`. */
  readonly outputs: Readonly<Record<string, ShaderPort>>;
}
