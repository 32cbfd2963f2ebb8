// `npm run bench -- NAME [options]`: installs the packages of the benchmarks at the first run, then runs
// `bench/NAME/main.ts`. Plain JavaScript, because the Node of npm may be too old to run TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../scripts/prepare.mjs';

const benchFolder = dirname(fileURLToPath(import.meta.url));
const projectFolder = dirname(benchFolder);
const [name, ...options] = process.argv.slice(2);

const names = readdirSync(benchFolder).filter((entry) => existsSync(join(benchFolder, entry, 'main.ts')));
if (!names.includes(name)) {
  console.error(`Usage: npm run bench -- ${names.join(' | ')} [options]`);
  process.exit(2);
}

const node = await prepare({ isStart: false, needsTools: false });
install(benchFolder);

const benchmark = spawn(node, [join(benchFolder, name, 'main.ts'), ...options], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => benchmark.kill(signal));
benchmark.on('exit', (code) => process.exit(code ?? 1));

/** Installs the packages of a folder unless they are newer than its lock. */
function install(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  // The project's own Node comes first in PATH, because some peers need a newer Node than npm's.
  const PATH = [join(projectFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, PATH },
  });
  if (status !== 0) process.exit(status ?? 1);
}
