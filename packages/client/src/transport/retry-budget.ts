/** The retry budget shared by all calls of a client: retries must not prolong an outage of the service. */

/** Tokens per retry. */
const RETRY = 5;
/** Tokens per retry after a timeout: it occupied a connection on both sides. */
const RETRY_AFTER_TIMEOUT = 10;
/** Tokens returned by a call that succeeds on its first attempt. */
const SUCCESS = 1;

/** A token bucket, initially full. */
export class RetryBudget {
  readonly #most: number;
  #tokens: number;

  constructor(tokens: number) {
    this.#most = tokens;
    this.#tokens = tokens;
  }

  get tokens(): number {
    return this.#tokens;
  }

  /** Takes the tokens of one retry and returns their number; undefined if there are too few. */
  take(timeout: boolean): number | undefined {
    const cost = timeout ? RETRY_AFTER_TIMEOUT : RETRY;
    if (cost > this.#tokens) return undefined;
    this.#tokens -= cost;
    return cost;
  }

  /** Records a success: returns the tokens of the call's last retry, or one token if it had none. */
  refill(lastCost: number = SUCCESS): void {
    this.#tokens = Math.min(this.#most, this.#tokens + lastCost);
  }
}
