/** Put before a command (`node --import`): tells on standard error of every module that it loads. */
import { registerHooks } from "node:module";

registerHooks({
  load: (url, context, next) => {
    process.stderr.write(`loads ${url}\n`);
    return next(url, context);
  },
});
