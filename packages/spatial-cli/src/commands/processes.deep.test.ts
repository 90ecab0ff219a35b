// Every call of `spatial` in its tests as a process of its own

import "../settings/settings.test.ts";
import "./bad-input.test.ts";
import "./every-command.test.ts";
import "./other.test.ts";
import "./render.test.ts";
import "./stream.test.ts";
