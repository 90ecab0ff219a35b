/** Makes an instance of the Draco decoder (`createDecoderModule` of draco3dgltf); `overrides` go to it. */
export type CreateDracoDecoder = (overrides: object) => Promise<object>;
