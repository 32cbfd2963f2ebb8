// Stands in for npm in a test: "installs" packages as `npm ci` does, slowly, and like it removes the old ones first.
// Like npm, it goes on at SIGINT.
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

process.on('SIGINT', () => {});
const { FAKE_NPM_CALLS: calls, FAKE_NPM_PAUSE_AT: pauseAt } = process.env;
appendFileSync(calls, `start ${process.pid}\n`);
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const isAddition = process.argv.includes('install');
const paths = Object.keys(lock.packages).filter(
  (path) => path !== '' && !(lock.packages[path].dev && process.argv.includes('--omit=dev')),
);

await reach('before');
if (!isAddition) rmSync('node_modules', { recursive: true, force: true });
for (const [at, path] of paths.entries()) {
  if (at === Math.floor(paths.length / 2)) await reach('half');
  mkdirSync(path, { recursive: true });
  writeFileSync(`${path}/package.json`, JSON.stringify({ version: lock.packages[path].version }));
}
writeTool('node_modules/prisma/build/index.js', "mkdirSync('packages/db/src/generated', { recursive: true });");
writeTool(
  'node_modules/vite/bin/vite.js',
  "const out = process.argv[process.argv.indexOf('--outDir') + 1]; mkdirSync(out, { recursive: true }); " +
    "writeFileSync(out + '/index.html', '');",
);
const packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]));
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
await reach('scripts');
mkdirSync('node_modules/node/bin', { recursive: true });
if (!isAddition) symlinkSync(process.execPath, 'node_modules/node/bin/node');
appendFileSync(calls, `end ${process.pid}\n`);

function writeTool(path, code) {
  mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true });
  writeFileSync(path, `const { mkdirSync, writeFileSync } = require('node:fs');\n${code}\n`);
}

/** At the instant that the test chose, it says so and stays there until the test lets it go on. */
async function reach(instant) {
  if (instant !== pauseAt) return;
  appendFileSync(calls, `at ${instant}\n`);
  for (let left = 600; left > 0 && !readFileSync(calls, 'utf8').includes('go on'); left -= 1) await sleep(100);
}
