// Prints the statements that the named files define, as JSON. It runs as a program of its own, because a module that is
// loaded already would define nothing.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const recording = new URL('./recording-statement.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@linework/db/statement'
      ? { url: recording, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

const { recorded } = await import('./recording-statement.ts');
for (const file of readFileSync(process.stdin.fd, 'utf8').split('\n')) await import(pathToFileURL(file).href);
const { runAtRequest } = await import('./statements-at-request.ts');
await runAtRequest();
process.stdout.write(JSON.stringify(recorded));
