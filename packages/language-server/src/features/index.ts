/** The registry: a feature is one file and one line here. */
import { completion } from "./completion/index.ts";
import { diagnostics } from "./diagnostics.ts";
import type { Feature } from "./feature.ts";
import { hover } from "./hover/index.ts";

export const features: readonly Feature[] = [diagnostics, completion, hover];
