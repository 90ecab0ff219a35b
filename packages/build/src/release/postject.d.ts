// The package has no declarations.
declare module "postject" {
  export function inject(
    file: string,
    resourceName: string,
    resource: Uint8Array,
    options: { readonly sentinelFuse: string; readonly machoSegmentName?: string },
  ): Promise<void>;
}
