// Writes docs/generated/examples.json: a request and its real answer for each operation, recorded by
// apps/api/test/examples. An example that is still valid stays as it is, so that the file changes only where the
// interface does. With --all every example is recorded again.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Examples, readExamples } from '../apps/api/src/documentation/examples.ts';
import { findExampleErrors } from '../apps/api/src/documentation/find-example-errors.ts';
import { routes } from '../apps/api/src/endpoints/interface.ts';
import { stabilise } from './examples/stable-examples.ts';
import { printLines } from './generate/print-document.ts';

const target = new URL('../docs/generated/examples.json', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'linework-examples-'));
const file = join(folder, 'examples.json');
const startedAtMs = Date.now();
try {
  const { status } = spawnSync('vitest', ['run', 'apps/api/test/examples/examples.test.ts'], {
    stdio: 'inherit',
    env: { ...process.env, EXAMPLES_FILE: file },
  });
  if (status !== 0) throw new Error('An operation has no answer that could be recorded.');
  const known = process.argv.includes('--all') ? {} : readExamples();
  const kept = Object.fromEntries(
    routes
      .filter((route) => findExampleErrors(route, known[route.name]).length === 0)
      .map(({ name }) => [name, known[name]]),
  );
  const recorded = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Examples).filter(
    ([name]) => !(name in kept),
  );
  const fresh = stabilise(Object.fromEntries(recorded), { startedAtMs, known: kept });
  const all = { ...kept, ...fresh };
  const sorted = Object.fromEntries(routes.map(({ name }) => [name, all[name]]));
  writeFileSync(target, `${printLines(sorted, 1)}\n`);
  console.log(`${recorded.length} examples recorded, ${Object.keys(kept).length} kept. Run npm run generate.`);
} finally {
  rmSync(folder, { recursive: true });
}
