/** What a representation can hold: the model's values, and the forms that only the structure of a crate has. */
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
