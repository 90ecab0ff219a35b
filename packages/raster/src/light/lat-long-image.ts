/** An image in latitudes and longitudes: its upper edge is +y, its middle column +z, and x falls to the right. */
import { arcCosine, roughLog2, sinCos } from "@usdkit/base/math";

interface Level {
  readonly width: number;
  readonly height: number;
  /** Linear RGB. */
  readonly data: Float32Array;
}

/** Texels are means over the level before. */
export class LatLongImage {
  readonly #levels: Level[] = [];

  constructor(image: Level) {
    let last = image;
    this.#levels.push(last);
    while (last.width > 2 && last.height > 1) {
      last = halved(last);
      this.#levels.push(last);
    }
  }

  /** Returns the level whose texels at the equator have about a solid angle. */
  levelOf(solidAngle: number): number {
    const [{ width, height }] = this.#levels;
    const texels = (solidAngle * width * height) / (2 * Math.PI * Math.PI);
    return texels > 1 ? Math.min(this.#levels.length - 1, 0.5 * roughLog2(texels)) : 0;
  }

  /** Writes the color in a unit direction to `out`. */
  sample([x, y, z]: readonly number[], level: number, out: Float64Array): void {
    const { width, height, data } = this.#levels[Math.round(level)];
    const u = longitude(x, z) * width - 0.5;
    const v = (arcCosine(y) / Math.PI) * height - 0.5;
    const left = Math.floor(u);
    const top = Math.floor(v);
    const right = u - left;
    const bottom = v - top;
    out.fill(0, 0, 3);
    for (let j = 0; j < 2; j++) {
      const row = Math.min(height - 1, Math.max(0, top + j));
      for (let i = 0; i < 2; i++) {
        const column = (((left + i) % width) + width) % width;
        const weight = (j === 0 ? 1 - bottom : bottom) * (i === 0 ? 1 - right : right);
        const at = 3 * (row * width + column);
        for (let k = 0; k < 3; k++) out[k] += weight * data[at + k];
      }
    }
  }

  /** Writes the irradiance over π of a surface with a normal to `out`, summed over a level of about so many rows. */
  irradiance([nx, ny, nz]: readonly number[], rows: number, out: Float64Array): void {
    const { width, height, data } = this.#levels.find((level) => level.height <= rows) ?? this.#levels[0];
    out.fill(0, 0, 3);
    let weights = 0;
    for (let row = 0; row < height; row++) {
      const [sine, cosine] = sinCos((Math.PI * (row + 0.5)) / height);
      for (let column = 0; column < width; column++) {
        const [around, along] = sinCos(2 * Math.PI * ((column + 0.5) / width - 0.5));
        const facing = -sine * around * nx + cosine * ny + sine * along * nz;
        if (!(facing > 0)) continue;
        const weight = facing * sine;
        const at = 3 * (row * width + column);
        for (let k = 0; k < 3; k++) out[k] += weight * data[at + k];
        weights += weight;
      }
    }
    for (let k = 0; k < 3; k++) out[k] /= weights;
  }
}

/** Returns 0 to 1 around y: 0.5 at +z, 0.25 at +x. */
function longitude(x: number, z: number): number {
  const length = Math.sqrt(x * x + z * z);
  if (!(length > 0)) return 0.5;
  const angle = arcCosine(z / length) / (2 * Math.PI);
  return x > 0 ? 0.5 - angle : 0.5 + angle;
}

function halved({ width, height, data }: Level): Level {
  const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const out = new Float32Array(3 * w * h);
  for (let y = 0; y < h; y++) {
    const top = Math.floor((y * height) / h);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * height) / h));
    for (let x = 0; x < w; x++) {
      const left = Math.floor((x * width) / w);
      const right = Math.max(left + 1, Math.floor(((x + 1) * width) / w));
      const scale = 1 / ((bottom - top) * (right - left));
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let v = top; v < bottom; v++) for (let u = left; u < right; u++) sum += data[3 * (v * width + u) + k];
        out[3 * (y * w + x) + k] = sum * scale;
      }
    }
  }
  return { width: w, height: h, data: out };
}
