/** Reads materials. */
import type { PrimNode } from "@usdkit/usd";
import type { SurfaceMaterial } from "../model/surface-material.ts";
import { Network } from "../networks/network.ts";
import { shaderId, sourceShader, type ShaderSource } from "../networks/shader-source.ts";
import { SurfaceReader } from "./surface-reader.ts";
import type { ReadSurface } from "./read-surface.ts";
import { surfaceShaders } from "./surface-shaders.ts";

/** Outputs of materials that lead to their surface shader, that of MaterialX first, as the reference's viewer has it. */
const OUTPUTS = ["outputs:mtlx:surface", "outputs:surface"] as const;

interface Terminal {
  readonly shader: PrimNode;
  readonly id: string;
  readonly read: ReadSurface | undefined;
}

interface Problem {
  readonly prim: PrimNode;
  readonly property: string;
  readonly message: string;
}

/**
 * Returns the material of a Material prim; undefined, with a problem, if none of its surface shaders is drawn. Of several the first one
 * counts that is drawn as it is authored, and if there is none, the first one that is drawn.
 */
export function readMaterial(source: ShaderSource, material: PrimNode): SurfaceMaterial | undefined {
  const terminals = OUTPUTS.flatMap((output): Terminal[] => {
    const shader = sourceShader(source, material, output);
    if (shader === undefined) return [];
    const id = shaderId(source, shader);
    return [{ shader, id, read: surfaceShaders.get(id) }];
  });
  let found: { surface: SurfaceMaterial; problems: readonly Problem[] } | undefined;
  for (const { shader, read } of terminals) {
    if (read === undefined) continue;
    const problems: Problem[] = [];
    const network = new Network({
      ...sourceOf(source),
      problem: (prim, property, message) => problems.push({ prim, property, message }),
    });
    const surface = { path: material.path, ...read(new SurfaceReader(network, shader)) };
    if (found === undefined || problems.length === 0) found = { surface, problems };
    if (problems.length === 0) break;
  }
  if (found !== undefined) {
    for (const { prim, property, message } of found.problems) source.problem(prim, property, message);
    nameDisplacement(source, material);
    return found.surface;
  }
  const [first] = terminals;
  const what = first === undefined ? "no surface shader for all renderers" : `the shader ${JSON.stringify(first.id)}`;
  const message = `Expected UsdPreviewSurface or a surface of MaterialX, found ${what}: it is drawn without the material`;
  source.problem(material, "outputs:surface", message);
  return undefined;
}

/** The functions of a source are methods. */
function sourceOf(source: ShaderSource): Omit<ShaderSource, "problem"> {
  return {
    reader: source.reader,
    value: (prim, name) => source.value(prim, name),
    resolved: (prim, name) => source.resolved(prim, name),
  };
}

function nameDisplacement(source: ShaderSource, material: PrimNode): void {
  for (const output of ["outputs:mtlx:displacement", "outputs:displacement"]) {
    const shader = sourceShader(source, material, output);
    // A UsdPreviewSurface without displacement is often its own terminal.
    if (shader !== undefined && !surfaceShaders.has(shaderId(source, shader))) {
      source.problem(material, output, "Displacement is not drawn");
    }
  }
}
