/** Scripts as text, for the command line: `jobs.submit=resetAfter`, `worlds=fails`, `handshake;code:0;frames:3;reset`. */
import type { SessionPlan, SessionStep } from "./session-plan.ts";
import * as plans from "./session-plans.ts";
import type { Fault } from "./fault.ts";
import * as faults from "./faults.ts";
import type { Outcome } from "./outcome.ts";
import * as outcomes from "./outcomes.ts";
import type { OutcomeArea } from "./script.ts";

type Argument = string | number;
type Table<Value> = Readonly<Record<string, (...values: Argument[]) => Value>>;

const FAULTS = faults as unknown as Table<Fault>;
const OUTCOMES = outcomes as unknown as Table<Outcome>;
const AREAS: ReadonlySet<string> = new Set(["uploads", "worlds", "jobs", "streams", "meshes", "gen3d"]);

const PLANS: Table<SessionPlan> = {
  refuses: (status) => plans.refuses(status === undefined ? undefined : Number(status)),
  resetsUpgrade: plans.resetsUpgrade,
  hangsUpUpgrade: plans.hangsUpUpgrade,
  neverUpgrades: plans.neverUpgrades,
  noHttp: plans.noHttp,
  closesInHandshake: (code) => plans.closesInHandshake(code === undefined ? undefined : Number(code)),
  neverAnswersHandshake: plans.neverAnswersHandshake,
  answers: (code) => plans.answers(String(code)),
};

const STEPS: Table<SessionStep> = {
  handshake: () => plans.handshake,
  code: (code) => plans.code(String(code)),
  text: (text) => plans.text(String(text)),
  frames: (count = Infinity, fragments = 1) => plans.frames({ count: Number(count), fragments: Number(fragments) }),
  wait: (milliseconds) => plans.wait(Number(milliseconds)),
  patches: (count) => plans.patches(Number(count)),
  close: (code) => plans.close(code === undefined ? undefined : Number(code)),
  reset: () => plans.reset,
  hangUp: () => plans.hangUp,
  deaf: () => plans.deaf,
  malformed: () => plans.malformed,
};

/**
 * Parses `jobs.submit=tooMany:7` into the endpoint and the fault.
 *
 * @throws RangeError for an unknown name; it lists the known ones.
 */
export function parseFault(text: string): readonly [endpoint: string, fault: Fault] {
  const [endpoint, call] = pair(text);
  return [endpoint, parseCall("fault", FAULTS, call)];
}

/** Parses `worlds=fails`, `jobs=succeeds:5`. */
export function parseOutcome(text: string): readonly [area: OutcomeArea, outcome: Outcome] {
  const [area, call] = pair(text);
  if (!AREAS.has(area)) throw new RangeError(`no area ${area}; there are ${[...AREAS].join(", ")}`);
  return [area as OutcomeArea, parseCall("outcome", OUTCOMES, call)];
}

/** Parses `closesInHandshake`, `answers:1003`, or steps: `handshake;code:0;frames:3;reset`. */
export function parsePlan(text: string): SessionPlan {
  const name = text.split(":", 1)[0] ?? "";
  if (Object.hasOwn(PLANS, name)) return parseCall("plan", PLANS, text);
  return plans.steps(text, ...text.split(";").map((step) => parseCall("step", STEPS, step)));
}

function pair(text: string): readonly [string, string] {
  const equals = text.indexOf("=");
  if (equals < 0) throw new RangeError(`expected NAME=WHAT, found ${text}`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function parseCall<Value>(kind: string, table: Table<Value>, text: string): Value {
  const [name = "", ...values] = text.split(":");
  const make = Object.hasOwn(table, name) ? table[name] : undefined;
  if (make === undefined) throw new RangeError(`no ${kind} ${name}; there are ${Object.keys(table).join(", ")}`);
  return make(...values.map((value) => (/^\d+(\.\d+)?$/.test(value) ? Number(value) : value)));
}
