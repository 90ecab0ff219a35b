/** Retries of all calls of a client together: when the service is down for everybody, they must not be what keeps it down. */

/** Tokens for a retry. */
const RETRY = 5;
/** Tokens for a retry after a timeout: it held a connection, here and there. */
const RETRY_AFTER_TIMEOUT = 10;
/** Tokens that a call brings which succeeds at once. */
const SUCCESS = 1;

/** A bucket of tokens, full at first. */
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

  /** Takes the tokens of one retry and gives their number; undefined when there are too few. */
  take(timeout: boolean): number | undefined {
    const cost = timeout ? RETRY_AFTER_TIMEOUT : RETRY;
    if (cost > this.#tokens) return undefined;
    this.#tokens -= cost;
    return cost;
  }

  /** A call succeeded: gives back what its last retry took, or a token where it took none. */
  refill(lastCost: number = SUCCESS): void {
    this.#tokens = Math.min(this.#most, this.#tokens + lastCost);
  }
}
