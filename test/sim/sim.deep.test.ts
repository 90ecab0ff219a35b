// 20,000 simulated worlds of the client and the service

import "./sim.test.ts";
