// A worker process that is stopped while it renders a large image.

import "./jobs.test.ts";
