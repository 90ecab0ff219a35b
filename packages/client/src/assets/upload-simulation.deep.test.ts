// 2,000 simulated uploads with faults by chance

import "./upload-simulation.test.ts";
