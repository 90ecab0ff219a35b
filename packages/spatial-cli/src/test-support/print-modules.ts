/** Put before a command (`node --import`): prints every module that it loads to standard error. */
import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, next) => {
    process.stderr.write(`loads ${url}\n`);
    return next(url, context);
  },
});
