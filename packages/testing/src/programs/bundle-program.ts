import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeOnce } from './make-once.ts';
import { plantedBug } from './planted-bug.ts';
import { processSettings } from './process-settings.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const bundles = `${root}.local/programs`;
/**
 * These packages load files beside their own: the worker thread of a log, native code, the query compiler, the pages of
 * the job board.
 */
const unbundledPackages = ['pino', 'msgpackr', '@prisma/client', '@bull-board'];
const keepMs = 3_600_000;

const files = new Map<string, Promise<string>>();

/**
 * Returns the file to start instead of the `main.ts` of an app. Loading two thousand modules is most of the work of a
 * start: the API loads in 0.26 s of a processor from one file, and in 0.65 s from its sources. TEST_PROGRAMS names a
 * folder of this test run; its processes make each bundle once there. Without it, as in benchmarks, the file is
 * `main.ts` itself.
 */
export function findProgramFile(main: string): Promise<string> {
  // biome-ignore lint/style/noProcessEnv: tests have no configuration, and only their run names the folder.
  const folder = process.env['TEST_PROGRAMS'];
  if (!folder) return Promise.resolve(main);
  const file = files.get(main) ?? makeOnce(`${folder}/${appOf(main)}`, () => makeBundle(main));
  files.set(main, file);
  return file;
}

const appOf = (main: string): string => basename(dirname(dirname(main)));

/** The name has the hash of the content, because the compile cache is kept for a name. */
async function makeBundle(main: string): Promise<string> {
  const code = await bundle(main);
  const file = `${bundles}/${appOf(main)}-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`;
  if (existsSync(file)) {
    utimesSync(file, new Date(), new Date());
    return file;
  }
  mkdirSync(bundles, { recursive: true });
  const old = globSync(`${bundles}/${appOf(main)}-*.mjs`).filter(
    (path) => Date.now() - statSync(path).mtimeMs > keepMs,
  );
  for (const path of old) rmSync(path, { force: true });
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  await fillCompileCache(file);
  return file;
}

async function bundle(main: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  await using build = await rolldown({
    input: main,
    platform: 'node',
    // Everything is evaluated, in the same order as from the sources.
    treeshake: false,
    logLevel: 'silent',
    external: (id) => !isBundled(id),
    // Each module keeps its own address.
    plugins: [
      plantedBug,
      {
        name: 'addresses',
        transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  return output[0].code;
}

function isBundled(id: string): boolean {
  return !id.startsWith('node:') && !unbundledPackages.some((name) => id === name || id.startsWith(`${name}/`));
}

/**
 * Programs write the compile cache when they end, and most programs of the tests are killed. This one ends because of
 * its settings.
 */
async function fillCompileCache(file: string): Promise<void> {
  const child = spawn(process.execPath, [file], {
    env: { ...processSettings, PORT: 'none', WORKER_PORT: 'none' },
    stdio: 'ignore',
  });
  await once(child, 'close');
}
