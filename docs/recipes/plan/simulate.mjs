// Simulates a run over a library on many machines, from measured costs of a file:
//
//   node simulate.mjs --files 10000000 --cost 0.0006 --machines 20 --cores 16 --shards 10000
//
// Machines take shards from a queue. A machine that is lost gives its shards back when their lease ends; another one does them again.
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "10000000" },
    // Seconds of a processor for a file, and their spread (standard deviation of the logarithm).
    cost: { type: "string", default: "0.0006" },
    spread: { type: "string", default: "0.5" },
    // Seconds of a file that are spent waiting for the share or the object store, with `ahead` files at a time.
    latency: { type: "string", default: "0.02" },
    ahead: { type: "string", default: "32" },
    machines: { type: "string", default: "20" },
    cores: { type: "string", default: "16" },
    shards: { type: "string", default: "10000" },
    // Seconds to start a shard: the process, and the list of its files.
    start: { type: "string", default: "1.5" },
    // Machines that are lost an hour, of each; seconds until its shards are given to others, and until it is replaced.
    losses: { type: "string", default: "0.05" },
    lease: { type: "string", default: "60" },
    replacement: { type: "string", default: "180" },
    // Seconds to join the report of a shard.
    join: { type: "string", default: "0.01" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});
const number = (name) => {
  const value = Number(values[name]);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} expects a number from 0, found ${values[name]}`);
  return value;
};
const [files, cost, spread, latency, ahead] = ["files", "cost", "spread", "latency", "ahead"].map(number);
const [machines, cores, shards, start, losses] = ["machines", "cores", "shards", "start", "losses"].map(number);
const [lease, replacement, join] = ["lease", "replacement", "join"].map(number);

/** Uniform numbers from 0 to 1: mulberry32. */
let state = number("seed") >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const exponential = (rate) => (rate === 0 ? Infinity : -Math.log(1 - random()) / rate);

/** Seconds of a shard on one core: a sum of many files spreads less than each. */
const perShard = files / shards;
function durationOf() {
  const work = perShard * cost * Math.exp((spread / Math.sqrt(Math.min(perShard, 100))) * normal());
  // The process reads ahead: it waits only where the store is slower than the check.
  return start + Math.max(work, (perShard * latency) / Math.max(1, ahead));
}

/** Slots: the cores of all machines, each free at a time. The earliest takes the next shard. */
const alive = Array.from({ length: machines }, () => ({ until: exponential(losses / 3600) }));
const slots = [];
for (const machine of alive) for (let core = 0; core < cores; core++) slots.push({ at: 0, machine });
const heap = new (class {
  items = [];
  push(item) {
    let i = this.items.push(item) - 1;
    for (let up = (i - 1) >> 1; i > 0 && this.items[up].at > this.items[i].at; up = (i - 1) >> 1) {
      [this.items[up], this.items[i]] = [this.items[i], this.items[up]];
      i = up;
    }
  }
  pop() {
    const [first] = this.items;
    const last = this.items.pop();
    if (this.items.length === 0) return first;
    this.items[0] = last;
    for (let i = 0; ;) {
      const least = [2 * i + 1, 2 * i + 2].reduce(
        (a, b) => (b < this.items.length && this.items[b].at < this.items[a].at ? b : a),
        i,
      );
      if (least === i) return first;
      [this.items[least], this.items[i]] = [this.items[i], this.items[least]];
      i = least;
    }
  }
})();
for (const slot of slots) heap.push(slot);

let waiting = shards;
/** Times at which shards of lost machines are given out again. */
const returned = [];
let [done, end, busy, lost, repeated] = [0, 0, 0, 0, 0];
while (done < shards) {
  const slot = heap.pop();
  if (waiting === 0) {
    // All are given out: this one waits for a shard that is given back.
    const next = returned.sort((a, b) => a - b).shift();
    if (next === undefined) continue;
    slot.at = Math.max(slot.at, next);
    waiting++;
  }
  waiting--;
  const duration = durationOf();
  const { machine } = slot;
  if (slot.at + duration > machine.until) {
    busy += Math.max(0, machine.until - slot.at);
    repeated++;
    returned.push(machine.until + lease);
    slot.at = Math.max(slot.at, machine.until) + replacement;
    // The first of its slots that notices replaces the machine for all.
    if (machine.replaced !== machine.until) {
      lost++;
      machine.replaced = machine.until + replacement + exponential(losses / 3600);
    }
    machine.until = machine.replaced;
  } else {
    slot.at += duration;
    busy += duration;
    end = Math.max(end, slot.at);
    done++;
  }
  heap.push(slot);
}
const result = {
  files,
  machines,
  cores,
  shards,
  minutes: Number(((end + shards * join) / 60).toFixed(1)),
  coreHours: Number((busy / 3600).toFixed(1)),
  used: Number((busy / (end * machines * cores)).toFixed(2)),
  lostMachines: lost,
  repeatedShards: repeated,
  filesPerSecond: Math.round(files / (end + shards * join)),
};
if (values.json) console.log(JSON.stringify(result));
else for (const [name, value] of Object.entries(result)) console.log(`${name.padEnd(16)}${value}`);
