/** The decoder alone: the package's own entry loads its encoder as well, and has no types. */
declare module "draco3dgltf/draco_decoder_gltf_nodejs.js" {
  function createDecoderModule(overrides?: object): Promise<object>;
  export = createDecoderModule;
}
