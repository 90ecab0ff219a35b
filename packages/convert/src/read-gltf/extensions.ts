import { materialExtensions } from "./material-extensions/registry.ts";

/** Extensions of glTF that are read. A file that requires another one is rejected; of one that uses another, a loss is reported. */
export const readableExtensions: ReadonlySet<string> = new Set([
  ...materialExtensions.map(({ name }) => name),
  "EXT_mesh_gpu_instancing",
  "EXT_meshopt_compression",
  "EXT_texture_webp",
  "KHR_draco_mesh_compression",
  "KHR_gaussian_splatting",
  "KHR_lights_punctual",
  "KHR_materials_variants",
  "KHR_mesh_quantization",
  "KHR_meshopt_compression",
  "KHR_node_visibility",
  "KHR_texture_basisu",
  "KHR_texture_transform",
]);
