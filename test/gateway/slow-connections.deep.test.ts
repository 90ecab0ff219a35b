// 400 slow connections at once, with the time for a head that the command has.

import "./slow-connections.test.ts";
