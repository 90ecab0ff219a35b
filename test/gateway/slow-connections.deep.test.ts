// 400 concurrent slow connections, with the command's timeout for headers.

import "./slow-connections.test.ts";
