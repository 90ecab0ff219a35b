// Campaign: Runs every call of `spatial` in its tests as a separate process

import "../settings/settings.test.ts";
import "./bad-input.test.ts";
import "./every-command.test.ts";
import "./other.test.ts";
import "./render.test.ts";
import "./stream.test.ts";
