/**
 * Returns the mean length of lines through a shape: four times its volume by its surface (Cauchy), which is exact for convex ones. A
 * sheet has 0.
 */
export function meanChord(positions: Float32Array, indices: Uint32Array): number {
  if (indices.length === 0) return 0;
  const [ox, oy, oz] = meanOf(positions);
  let volume = 0;
  let area = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const [x, y, z] = [positions[a] - ox, positions[a + 1] - oy, positions[a + 2] - oz];
    const [ux, uy, uz] = [positions[b] - ox - x, positions[b + 1] - oy - y, positions[b + 2] - oz - z];
    const [vx, vy, vz] = [positions[c] - ox - x, positions[c + 1] - oy - y, positions[c + 2] - oz - z];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    area += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
    volume += (x * nx + y * ny + z * nz) / 6;
  }
  const chord = (4 * Math.abs(volume)) / area;
  return chord > 0 && chord < Infinity ? chord : 0;
}

/** The mean of all vertices: from there the volume of an open sheet is near 0. */
function meanOf(positions: Float32Array): readonly [number, number, number] {
  const sums = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) sums[i % 3] += positions[i];
  const count = positions.length / 3;
  return [sums[0] / count, sums[1] / count, sums[2] / count];
}
