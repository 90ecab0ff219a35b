// Two API and two worker processes on PostgreSQL, one of which is killed in the middle of a job.

import "./scale-out.test.ts";
