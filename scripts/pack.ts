// Writes the packages for integrators as files to install: `npm run pack:sdk` and `npm run pack:cli`. The last argument
// is the folder, .local/packages by default. Without a name of a package it writes both.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePackage } from '../apps/cli/src/pack/make-package.ts';
import { makeSdkPackage } from './pack/make-sdk-package.ts';

const packages: Readonly<Record<string, (folder: string) => unknown>> = { sdk: makeSdkPackage, cli: makePackage };

const words = process.argv.slice(2);
const named = words.filter((word) => Object.hasOwn(packages, word));
const folder = resolve(
  words.find((word) => !named.includes(word)) ?? fileURLToPath(new URL('../.local/packages', import.meta.url)),
);
mkdirSync(folder, { recursive: true });
for (const name of named.length === 0 ? Object.keys(packages) : named) console.log(await pack(name));

/** Returns the file that `npm pack` wrote. */
async function pack(name: string): Promise<string> {
  const made = mkdtempSync(join(tmpdir(), 'linework-pack-'));
  try {
    await packages[name]?.(made);
    const args = ['pack', made, '--pack-destination', folder, '--loglevel=error'];
    const { npm_execpath: npm } = process.env;
    const output =
      npm === undefined
        ? execFileSync('npm', args, { encoding: 'utf8' })
        : execFileSync(process.execPath, [npm, ...args], { encoding: 'utf8' });
    return join(folder, output.trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(made, { recursive: true });
  }
}
