/** The endpoints of 3D generation. */
export { createImageTo3d } from "./create-image-to-3d.ts";
export { createMaterialTransfer } from "./create-material-transfer.ts";
export { createTextTo3d } from "./create-text-to-3d.ts";
export { getGen3dTask } from "./get-gen3d-task.ts";
