/** Spherical harmonics of degrees 1 to 3, real, with the signs that 3D Gaussian splatting uses. */

const C1 = 0.4886025119029199;
const [C20, C21, C22, C23, C24] = [
  1.0925484305920792, -1.0925484305920792, 0.31539156525252005, -1.0925484305920792, 0.5462742152960396,
];
const [C30, C31, C32, C33, C34, C35, C36] = [
  -0.5900435899266435, 2.890611442640554, -0.4570457994644658, 0.3731763325901154, -0.4570457994644658,
  1.445305721320277, -0.5900435899266435,
];

/**
 * Values of the functions in a direction of length 1, those of degree 0 left out: 3, 8 or 15 of them are put into `basis`.
 * Source: Kerbl et al. 2023, the reference implementation's `computeColorFromSH`.
 */
export function harmonicBasis(degree: number, direction: Float64Array, basis: Float64Array): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  basis[0] = -C1 * y;
  basis[1] = C1 * z;
  basis[2] = -C1 * x;
  if (degree < 2) return 3;
  const [xx, yy, zz] = [x * x, y * y, z * z];
  basis[3] = C20 * x * y;
  basis[4] = C21 * y * z;
  basis[5] = C22 * (2 * zz - xx - yy);
  basis[6] = C23 * x * z;
  basis[7] = C24 * (xx - yy);
  if (degree < 3) return 8;
  basis[8] = C30 * y * (3 * xx - yy);
  basis[9] = C31 * x * y * z;
  basis[10] = C32 * y * (4 * zz - xx - yy);
  basis[11] = C33 * z * (2 * zz - 3 * xx - 3 * yy);
  basis[12] = C34 * x * (4 * zz - xx - yy);
  basis[13] = C35 * z * (xx - yy);
  basis[14] = C36 * x * (xx - 3 * yy);
  return 15;
}
