/** The scripted faults: queues of faults by endpoint, of outcomes by area, of plans by connection. */
import type { SessionPlan } from "./session-plan.ts";
import type { Area } from "../states/course.ts";
import type { Fault } from "./fault.ts";
import type { Outcome } from "./outcome.ts";

/** The kinds of operations that take several polls. */
export type OutcomeArea = Area;

export class Script {
  readonly #endpoints: ReadonlySet<string>;
  readonly #faults = new Map<string, Fault[]>();
  readonly #standing = new Map<string, Fault>();
  readonly #outcomes = new Map<OutcomeArea, Outcome[]>();
  readonly #plans: SessionPlan[] = [];

  constructor(endpoints: readonly string[]) {
    this.#endpoints = new Set(endpoints);
  }

  /**
   * The next requests of an endpoint take these faults in turn; later ones succeed, or follow `always`.
   *
   * @throws RangeError for an unknown endpoint.
   */
  on(endpoint: string, faults: readonly Fault[]): this {
    this.#check(endpoint);
    const queue = this.#faults.get(endpoint) ?? [];
    this.#faults.set(endpoint, [...queue, ...faults]);
    return this;
  }

  /** Every request of an endpoint takes this fault, once its queue is empty. */
  always(endpoint: string, fault: Fault): this {
    this.#check(endpoint);
    this.#standing.set(endpoint, fault);
    return this;
  }

  /** The next operations of an area end like this. */
  outcome(area: OutcomeArea, ...outcomes: readonly Outcome[]): this {
    this.#outcomes.set(area, [...(this.#outcomes.get(area) ?? []), ...outcomes]);
    return this;
  }

  /** The next WebSocket connections follow these plans. */
  sessions(...plans: readonly SessionPlan[]): this {
    this.#plans.push(...plans);
    return this;
  }

  /** Discards everything that has not happened yet. */
  clear(): void {
    this.#faults.clear();
    this.#standing.clear();
    this.#outcomes.clear();
    this.#plans.length = 0;
  }

  /** Names of endpoints with unused faults: an unused fault is a defect of a test. */
  get left(): string[] {
    return [...this.#faults].filter(([, queue]) => queue.length > 0).map(([endpoint]) => endpoint);
  }

  takeFault(endpoint: string): Fault | undefined {
    return this.#faults.get(endpoint)?.shift() ?? this.#standing.get(endpoint);
  }

  takeOutcome(area: OutcomeArea): Outcome | undefined {
    return this.#outcomes.get(area)?.shift();
  }

  takePlan(): SessionPlan | undefined {
    return this.#plans.shift();
  }

  #check(endpoint: string): void {
    if (this.#endpoints.has(endpoint)) return;
    throw new RangeError(`no endpoint ${endpoint}; there are ${[...this.#endpoints].join(", ")}`);
  }
}
