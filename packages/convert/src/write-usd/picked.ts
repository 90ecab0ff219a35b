/** Returns the values of the vertices that indices name, one after the other. */
export function picked<T extends Float32Array | Int32Array>(values: T, size: number, indices: ArrayLike<number>): T {
  const list = new (values.constructor as new (length: number) => T)(size * indices.length);
  for (let i = 0, to = 0; i < indices.length; i++) {
    for (let c = 0, from = size * indices[i]; c < size; c++) list[to++] = values[from++];
  }
  return list;
}
