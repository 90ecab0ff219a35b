// The client against a gateway that answers with each variant of the service.

import "./variants.test.ts";
