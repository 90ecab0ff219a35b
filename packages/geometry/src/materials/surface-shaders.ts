/** The surface shaders that are drawn. */
import type { PrimNode } from "@usdkit/usd";
import type { SurfaceMaterial } from "../model/surface-material.ts";
import { previewSurface } from "./preview-surface.ts";
import type { ShaderSource } from "./shader-values.ts";

/** Returns the material of a surface shader. */
export type ReadSurface = (source: ShaderSource, shader: PrimNode) => Omit<SurfaceMaterial, "path">;

/** By `info:id`. */
export const surfaceShaders: ReadonlyMap<string, ReadSurface> = new Map([["UsdPreviewSurface", previewSurface]]);
