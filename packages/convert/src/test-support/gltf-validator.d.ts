/** What tests use of the validator of Khronos, which has no types. */
declare module "gltf-validator" {
  /** Issues of severity 0 are errors. */
  export function validateBytes(
    bytes: Uint8Array,
  ): Promise<{ readonly issues: { readonly numErrors: number; readonly messages: readonly unknown[] } }>;
}
