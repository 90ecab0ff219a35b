/** Whether a file of that name can be the root layer of a package; a package can be one as well. */
export function isLayerName(path: string): boolean {
  return /\.usd[acz]?$/iu.test(path);
}
