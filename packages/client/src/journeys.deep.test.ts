// Every fault at every step of every journey through the client

import "./journeys.test.ts";
