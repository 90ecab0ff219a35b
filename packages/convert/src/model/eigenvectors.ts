/** Eigenvectors of symmetric matrices of three rows, by Jacobi's rotations. */

/** Eigenvalues, and their unit vectors by rows. */
export interface Eigenvectors {
  readonly values: readonly [number, number, number];
  readonly vectors: number[];
}

const MAX_SWEEPS = 30;
const pairs = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** @param matrix nine numbers, symmetric */
export function eigenvectors(matrix: readonly number[]): Eigenvectors {
  const a = [...matrix];
  const vectors = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const rest = a[1] * a[1] + a[2] * a[2] + a[5] * a[5];
    const size = a[0] * a[0] + a[4] * a[4] + a[8] * a[8];
    if (!(rest > 1e-32 * size)) break;
    for (const [p, q] of pairs) rotate(a, vectors, p, q);
  }
  return { values: [a[0], a[4], a[8]], vectors };
}

/** Turns rows and columns `p` and `q` so that their common entry is zero. */
function rotate(a: number[], vectors: number[], p: number, q: number): void {
  const entry = a[3 * p + q];
  if (entry === 0) return;
  const theta = (a[4 * q] - a[4 * p]) / (2 * entry);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const [kp, kq] = [a[3 * k + p], a[3 * k + q]];
    a[3 * k + p] = c * kp - s * kq;
    a[3 * k + q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k++) {
    const [pk, qk] = [a[3 * p + k], a[3 * q + k]];
    a[3 * p + k] = c * pk - s * qk;
    a[3 * q + k] = s * pk + c * qk;
    const [vp, vq] = [vectors[3 * p + k], vectors[3 * q + k]];
    vectors[3 * p + k] = c * vp - s * vq;
    vectors[3 * q + k] = s * vp + c * vq;
  }
}
