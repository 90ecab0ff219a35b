/** The values that a representation can have: those of the model, and forms that only crates have. */
import type { FieldValue, LayerOffset, Spline, TimeSamples } from "@usdkit/layer";

/** The value of a field of a crate. */
export type CrateValue =
  | FieldValue
  /** Token, string or path vectors: children, names of sublayers. */
  | { readonly kind: "texts"; readonly form: "token" | "string" | "path"; readonly texts: readonly string[] }
  | { readonly kind: "doubles"; readonly data: Float64Array }
  | { readonly kind: "enum"; readonly type: "specifier" | "permission" | "variability"; readonly index: number }
  | { readonly kind: "layerOffsets"; readonly offsets: readonly LayerOffset[] }
  | { readonly kind: "timeSamples"; readonly samples: TimeSamples }
  | Spline;
