/** Limits how much runs at the same time. */
export class Limiter {
  readonly #most: number;
  #used = 0;
  readonly #waiting: { readonly weight: number; readonly go: () => void }[] = [];

  /** @param most sum of the weights of what runs; what weighs more runs alone */
  constructor(most: number) {
    this.#most = most;
  }

  /** Waits for a place. Returns what gives it back. */
  async take(weight = 1): Promise<() => void> {
    if (this.#waiting.length > 0 || !this.#fits(weight)) {
      await new Promise<void>((go) => {
        this.#waiting.push({ weight, go });
      });
    } else this.#used += weight;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#used -= weight;
      for (let next = this.#waiting.at(0); next !== undefined && this.#fits(next.weight); next = this.#waiting.at(0)) {
        this.#waiting.shift();
        this.#used += next.weight;
        next.go();
      }
    };
  }

  #fits(weight: number): boolean {
    return this.#used === 0 || this.#used + weight <= this.#most;
  }
}
