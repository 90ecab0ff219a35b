/** Numbers for Prometheus, in its text form (0.0.4). */
import type { Service, Served } from "../http/service.ts";

const BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] as const;

export class Metrics {
  private readonly requests = new Map<string, number>();
  private readonly buckets = new Map<string, number[]>();
  private readonly sums = new Map<string, number>();

  served({ endpoint, status, milliseconds }: Served): void {
    const key = `endpoint="${endpoint}",status="${status}"`;
    this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
    const counts = this.buckets.get(endpoint) ?? Array.from({ length: BUCKETS.length + 1 }, () => 0);
    const bucket = BUCKETS.findIndex((most) => milliseconds <= most);
    counts[bucket < 0 ? BUCKETS.length : bucket]++;
    this.buckets.set(endpoint, counts);
    this.sums.set(endpoint, (this.sums.get(endpoint) ?? 0) + milliseconds);
  }

  async text({ storage, sessions, dispatcher }: Pick<Service, "storage" | "sessions" | "dispatcher">): Promise<string> {
    const lines = ["# TYPE spatial_gateway_requests_total counter"];
    for (const [key, count] of this.requests) lines.push(`spatial_gateway_requests_total{${key}} ${count}`);
    lines.push("# TYPE spatial_gateway_request_seconds histogram");
    for (const [endpoint, counts] of this.buckets) lines.push(...this.histogram(endpoint, counts));
    lines.push("# TYPE spatial_gateway_tasks gauge");
    for (const { lane, state, count } of await storage.countTasks()) {
      lines.push(`spatial_gateway_tasks{lane="${lane}",state="${state}"} ${count}`);
    }
    lines.push("# TYPE spatial_gateway_sessions gauge");
    const states = sessions.list().map(({ state }) => state);
    for (const state of ["QUEUED", "STARTING", "ACTIVE", "FAILED"] as const) {
      const count = states.filter((each) => each === state).length;
      lines.push(`spatial_gateway_sessions{state="${state}"} ${count}`);
    }
    lines.push("# TYPE spatial_gateway_workers gauge");
    for (const [lane, pool] of Object.entries(dispatcher.pools)) {
      lines.push(`spatial_gateway_workers{lane="${lane}",state="busy"} ${pool.size - pool.free}`);
      lines.push(`spatial_gateway_workers{lane="${lane}",state="free"} ${pool.free}`);
    }
    lines.push("# TYPE process_resident_memory_bytes gauge");
    lines.push(`process_resident_memory_bytes ${process.memoryUsage.rss()}`);
    return `${lines.join("\n")}\n`;
  }

  private histogram(endpoint: string, counts: readonly number[]): string[] {
    let sum = 0;
    const lines = counts.map((count, i) => {
      sum += count;
      const most = BUCKETS[i];
      const le = most === undefined ? "+Inf" : String(most / 1000);
      return `spatial_gateway_request_seconds_bucket{endpoint="${endpoint}",le="${le}"} ${sum}`;
    });
    lines.push(`spatial_gateway_request_seconds_sum{endpoint="${endpoint}"} ${(this.sums.get(endpoint) ?? 0) / 1000}`);
    lines.push(`spatial_gateway_request_seconds_count{endpoint="${endpoint}"} ${sum}`);
    return lines;
  }
}
