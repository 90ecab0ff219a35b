/** Orders of joints and blend shapes. */

/** Returns of each joint its parent, the nearest joint above it; undefined if one comes before its parent. */
export function jointParents(joints: readonly string[]): Int32Array | undefined {
  const indices = new Map(joints.map((joint, i) => [joint, i]));
  const parents = new Int32Array(joints.length);
  for (const [i, joint] of joints.entries()) {
    parents[i] = parentOf(joint, indices);
    if (parents[i] >= i) return undefined;
  }
  return parents;
}

function parentOf(joint: string, indices: ReadonlyMap<string, number>): number {
  for (let end = joint.lastIndexOf("/"); end > 0; end = joint.lastIndexOf("/", end - 1)) {
    const found = indices.get(joint.slice(0, end));
    if (found !== undefined) return found;
  }
  return -1;
}

/** Returns of each name of an order its index in another one; −1 for those that it does not have. */
export function indicesIn(source: readonly string[], target: readonly string[]): Int32Array {
  const indices = new Map(source.map((name, i) => [name, i]));
  return Int32Array.from(target, (name) => indices.get(name) ?? -1);
}
