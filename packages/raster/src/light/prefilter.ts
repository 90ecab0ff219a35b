/** Integrals that make the environment's tables; run by `scripts/write-environment.ts`, not when an image is made. */
import { squareToDirection } from "./octahedron.ts";
import { radiance } from "./radiance.ts";

type Direction = readonly [x: number, y: number, z: number];

/** Returns an octahedral map of `size` × `size` texels: the radiance prefiltered for a roughness (GGX, N = V = R). */
export function prefilteredLevel(size: number, roughness: number, samples: number): number[] {
  return Array.from({ length: size * size }, (_, i) => {
    const u = (2 * (i % size)) / (size - 1) - 1;
    const v = (2 * Math.floor(i / size)) / (size - 1) - 1;
    const normal = squareToDirection(u, v);
    return roughness === 0 ? radiance(...normal) : reflected(normal, roughness, samples);
  });
}

function reflected(n: Direction, roughness: number, samples: number): number {
  const [t, b] = basis(n);
  let [sum, weights] = [0, 0];
  for (let i = 0; i < samples; i++) {
    const [hx, hy, hz] = halfVector(i, samples, roughness);
    const lz = 2 * hz * hz - 1;
    if (lz <= 0) continue;
    const [lx, ly] = [2 * hz * hx, 2 * hz * hy];
    const direction = [0, 1, 2].map((k) => lx * t[k] + ly * b[k] + lz * n[k]);
    sum += lz * radiance(direction[0], direction[1], direction[2]);
    weights += lz;
  }
  return sum / weights;
}

/** Scale and bias by view angle (columns) and roughness (rows), at the centres of texels, two numbers each. */
export function reflectanceTable(size: number, samples: number): number[] {
  return Array.from({ length: size * size }, (_, i) => {
    return reflectance(((i % size) + 0.5) / size, (Math.floor(i / size) + 0.5) / size, samples);
  }).flat();
}

function reflectance(cosine: number, roughness: number, samples: number): [scale: number, bias: number] {
  const v: Direction = [Math.sqrt(1 - cosine * cosine), 0, cosine];
  const a2 = roughness ** 4;
  let [scale, bias] = [0, 0];
  for (let i = 0; i < samples; i++) {
    const [hx, , hz] = halfVector(i, samples, roughness);
    const vh = Math.max(0, v[0] * hx + v[2] * hz);
    const nl = 2 * vh * hz - v[2];
    if (nl <= 0) continue;
    const smithV = nl * Math.sqrt(cosine * cosine * (1 - a2) + a2);
    const smithL = cosine * Math.sqrt(nl * nl * (1 - a2) + a2);
    const visible = (2 * nl * vh) / (hz * (smithV + smithL));
    const fresnel = (1 - vh) ** 5;
    scale += (1 - fresnel) * visible;
    bias += fresnel * visible;
  }
  return [scale / samples, bias / samples];
}

/** GGX around z, by a Hammersley sequence. */
function halfVector(i: number, samples: number, roughness: number): Direction {
  let bits = i;
  let reversed = 0;
  for (let k = 0; k < 32; k++, bits >>>= 1) reversed = reversed * 2 + (bits & 1);
  const v = reversed / 2 ** 32;
  const cosine = Math.sqrt((1 - v) / (1 + (roughness ** 4 - 1) * v));
  const sine = Math.sqrt(1 - cosine * cosine);
  const around = (2 * Math.PI * (i + 0.5)) / samples;
  return [sine * Math.cos(around), sine * Math.sin(around), cosine];
}

function basis([x, y, z]: Direction): [Direction, Direction] {
  const [ux, uy, uz] = Math.abs(y) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const [tx, ty, tz] = [uy * z - uz * y, uz * x - ux * z, ux * y - uy * x];
  const length = Math.hypot(tx, ty, tz);
  const t: Direction = [tx / length, ty / length, tz / length];
  return [t, [y * t[2] - z * t[1], z * t[0] - x * t[2], x * t[1] - y * t[0]]];
}
