/** The scripted service of the tests. Its parts have names of their own: `@usdkit/test-service/time/virtual-clock`. */
export { MIN_FRAME, readFrame } from "./images/jpeg.ts";
export type { HostName } from "./messages/received-request.ts";
export type { ServiceRecord } from "./record/record.ts";
export type { RequestEnd, SeenEvent, SeenRequest, SeenSession, SeenSocket } from "./record/seen.ts";
export type { Fault } from "./script/fault.ts";
export * as fault from "./script/faults.ts";
export type { RetryAfter } from "./script/faults.ts";
export type { Failure, Outcome } from "./script/outcome.ts";
export * as outcome from "./script/outcomes.ts";
export type { OutcomeArea, Script } from "./script/script.ts";
export type { InProcessHost } from "./model/in-process.ts";
export { IN_PROCESS_ORIGINS, inProcessFetch, inProcessModel, inProcessWebSocket } from "./model/in-process.ts";
export { ServiceModel } from "./model/service-model.ts";
export { startTestService, TestService } from "./service/service.ts";
export { TEST_KEY, type ServiceOptions } from "./model/settings.ts";
export type { SessionPlan, SessionStep } from "./script/session-plan.ts";
export * as socket from "./script/session-plans.ts";
