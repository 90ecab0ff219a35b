// Uploads in 4,000 simulated runs, with faults of the network and of the upload host.

import "./uploads.test.ts";
