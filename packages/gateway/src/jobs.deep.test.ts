// A worker process that is stopped in the middle of a large image.

import "./jobs.test.ts";
