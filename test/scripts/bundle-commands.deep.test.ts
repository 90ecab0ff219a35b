// The bundled commands against those from source, and every damage to their compiled code

import "./bundle-commands.test.ts";
