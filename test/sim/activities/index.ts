/** What users do, each as often as it is listed. */
import type { Activity } from "./activity.ts";
import { generation } from "./generation.ts";
import { job } from "./job.ts";
import { session } from "./session.ts";
import { stream } from "./stream.ts";
import { upload } from "./upload.ts";

export const activities: readonly [Activity, ...Activity[]] = [job, job, job, job, session, stream, generation, upload];
