/** A call that is made after a while unless it is cancelled; starting it again starts the wait again. */
export class DelayedCall {
  readonly #milliseconds: number;
  readonly #call: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(milliseconds: number, call: () => void) {
    this.#milliseconds = milliseconds;
    this.#call = call;
  }

  start(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#call, this.#milliseconds);
  }

  cancel(): void {
    clearTimeout(this.#timer);
  }
}
