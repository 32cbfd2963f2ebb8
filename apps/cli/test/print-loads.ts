// Is loaded before a program by `--import`, and prints the address of each file that the program loads, on the standard
// error output.
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

const standardError = 2;
const loaded: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url);
    return nextLoad(url, context);
  },
});
process.on('exit', () => writeSync(standardError, loaded.map((url) => `${url}\n`).join('')));
