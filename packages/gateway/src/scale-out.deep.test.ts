// Two API and two worker processes on PostgreSQL, one of which is killed during a job.

import "./scale-out.test.ts";
