/** Target frame time in milliseconds while the camera moves, for apparent motion. */
const GOOD_TIME = 90;
const SCALES = [0.5, 0.35, 0.25] as const;

/** The resolution of frames: full at rest, reduced while the camera moves, as far as needed. */
export class FrameSize {
  private readonly width: number;
  private readonly height: number;
  private step = 0;

  /** @param resolution Resolution of a frame at rest, in pixels. */
  constructor([width, height]: readonly [number, number]) {
    this.width = width;
    this.height = height;
  }

  get full(): readonly [number, number] {
    return [this.width, this.height];
  }

  get moving(): readonly [number, number] {
    const scale = SCALES[this.step] ?? 1;
    return [Math.max(1, Math.round(this.width * scale)), Math.max(1, Math.round(this.height * scale))];
  }

  /** Adapts to the measured time of a frame while the camera moved. */
  took(milliseconds: number): void {
    if (milliseconds > GOOD_TIME && this.step < SCALES.length - 1) this.step++;
    else if (milliseconds < GOOD_TIME / 3 && this.step > 0) this.step--;
  }
}
