/** The endpoints of render jobs and realtime sessions. */
export { closeStream } from "./close-stream.ts";
export { createStream } from "./create-stream.ts";
export { getJob } from "./get-job.ts";
export { getRenderFormat } from "./get-render-format.ts";
export { getStream } from "./get-stream.ts";
export { pushStream } from "./push-stream.ts";
export { submitJob } from "./submit-job.ts";
