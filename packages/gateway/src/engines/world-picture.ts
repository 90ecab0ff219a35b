/** Draws a preview image of a world, for lists. */
import { encodePng, prepareScene, type CameraPose } from "@usdkit/raster";
import type { WorldView } from "./engine.ts";
import { renderPool } from "./render-pool.ts";

const WIDTH = 320;
const HEIGHT = 240;
const FIELD_OF_VIEW = 60;
/** Aperture in mm; only its ratio to the focal length matters. */
const APERTURE = 36;

/** A scene with one mesh named "world" and a camera. */
const SCENE = `#usda 1.0
def Xform "World"
{
    def ParticleField3DGaussianSplat "Splats" (
        payload = @asset:/mesh/world@
    )
    {
    }
    def Camera "Main"
    {
    }
}
`;

/**
 * Renders splats to PNG, from a given view or from a default one in front of them.
 *
 * @throws {Error} `AssetError` if the bytes are not splats.
 */
export async function drawWorld(bytes: Uint8Array, view: WorldView | undefined): Promise<Uint8Array> {
  const asset = await renderPool.loadAsset(bytes);
  if (asset.type !== "splats") throw new Error("expected splats");
  const { worldMatrix, horizontalFieldOfView } = view ?? viewFromBefore(asset.positions);
  const focalLength = APERTURE / 2 / Math.tan((horizontalFieldOfView / 360) * Math.PI);
  const camera: CameraPose = {
    worldMatrix,
    focalLength,
    horizontalAperture: APERTURE,
    verticalAperture: (APERTURE * HEIGHT) / WIDTH,
    clippingRange: [1e-3, 1e6],
  };
  await using scene = await prepareScene(SCENE, { world: asset }, { pool: renderPool });
  return encodePng(await scene.render({ width: WIDTH, height: HEIGHT, camera, background: [0, 0, 0, 1] }));
}

/** Returns a view along -Z at a distance that shows the middle 90 % of the splats. */
function viewFromBefore(positions: Float32Array): WorldView {
  const axes = [0, 1, 2].map((axis) => {
    const values = positions.filter((_, i) => i % 3 === axis).toSorted();
    const at = (share: number): number => values[Math.floor((values.length - 1) * share)] ?? 0;
    return { middle: (at(0.05) + at(0.95)) / 2, half: (at(0.95) - at(0.05)) / 2 };
  });
  const [x, y, z] = axes;
  const far = Math.max(x?.half ?? 0, (y?.half ?? 0) * (WIDTH / HEIGHT)) / Math.tan((FIELD_OF_VIEW / 360) * Math.PI);
  const position = [x?.middle ?? 0, y?.middle ?? 0, (z?.middle ?? 0) + (z?.half ?? 0) + Math.max(1e-3, far)];
  return {
    worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...position, 1],
    horizontalFieldOfView: FIELD_OF_VIEW,
  };
}
