/** Metrics for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Served, Service } from "../http/service.ts";
import { EventLoopWatch } from "./event-loop-watch.ts";

/** Seconds. */
const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];
const SESSION_STATES = ["QUEUED", "STARTING", "ACTIVE", "FAILED"] as const;

/** Counts requests, and reads the state of the service on every scrape. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly loop = new EventLoopWatch();
  private readonly requests: Counter<"endpoint" | "status">;
  private readonly seconds: Histogram<"endpoint">;

  constructor() {
    const registers = [this.registry];
    this.requests = new Counter({
      name: "spatial_gateway_requests_total",
      help: "Requests by endpoint and status; 0 for a connection that ended without a reply",
      labelNames: ["endpoint", "status"],
      registers,
    });
    this.seconds = new Histogram({
      name: "spatial_gateway_request_seconds",
      help: "Time from the head of a request to the end of its reply",
      labelNames: ["endpoint"],
      buckets: BUCKETS,
      registers,
    });
  }

  served({ endpoint, status, milliseconds }: Served): void {
    this.requests.inc({ endpoint, status });
    this.seconds.observe({ endpoint }, milliseconds / 1000);
  }

  /** Adds gauges of the current state. */
  observe({ storage, sessions, dispatcher }: Pick<Service, "storage" | "sessions" | "dispatcher">): void {
    const registers: Registry[] = [];
    const { loop } = this;
    const tasks = new Gauge({
      name: "spatial_gateway_tasks",
      help: "Tasks by lane and state",
      labelNames: ["lane", "state"],
      registers,
      async collect() {
        const counts = await storage.tasks.count();
        this.reset();
        for (const { lane, state, count } of counts) this.set({ lane, state }, count);
      },
    });
    const sessionStates = new Gauge({
      name: "spatial_gateway_sessions",
      help: "Realtime sessions of this process by state",
      labelNames: ["state"],
      registers,
      collect() {
        const states = sessions.list().map(({ state }) => state);
        for (const state of SESSION_STATES) this.set({ state }, states.filter((each) => each === state).length);
      },
    });
    const workers = new Gauge({
      name: "spatial_gateway_workers",
      help: "Worker processes by lane; free ones are started on demand",
      labelNames: ["lane", "state"],
      registers,
      collect() {
        for (const [lane, pool] of Object.entries(dispatcher.pools)) {
          this.set({ lane, state: "busy" }, pool.size - pool.free);
          this.set({ lane, state: "free" }, pool.free);
        }
      },
    });
    const memory = new Gauge({
      name: "process_resident_memory_bytes",
      help: "Resident memory of this process",
      registers,
      collect() {
        this.set(process.memoryUsage.rss());
      },
    });
    const delay = new Gauge({
      name: "spatial_gateway_event_loop_delay_max_seconds",
      help: "Longest time for which the event loop was held since the last scrape",
      registers,
      collect() {
        this.set(loop.take());
      },
    });
    for (const gauge of [tasks, sessionStates, workers, memory, delay]) this.registry.registerMetric(gauge);
  }

  /** Returns the metrics in the text format of Prometheus (0.0.4). */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  close(): void {
    this.loop.close();
  }
}
