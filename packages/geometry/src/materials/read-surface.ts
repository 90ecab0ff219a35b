import type { SurfaceMaterial } from "../model/surface-material.ts";
import type { SurfaceReader } from "./surface-reader.ts";

/** Returns the material of a surface shader. */
export type ReadSurface = (reader: SurfaceReader) => Omit<SurfaceMaterial, "path">;
