// The client against a gateway that replies with each variant of the service.

import "./variants.test.ts";
