import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { needs } from '@linework/testing/run/needs';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';

needs('flock');
takesLong('much-work');

const folder = mkdtempSync(join(tmpdir(), 'linework-install-'));
afterAll(() => rmSync(folder, { recursive: true }));

const programs = join(folder, 'bin');
const calls = join(folder, 'calls');
mkdirSync(programs);

/** Replaces the real apt-get: records each call, and installs the program with a delay. */
program(
  'apt-get',
  `echo "$*" >> ${calls}; case "$*" in *install*) sleep 0.3; printf '#!/bin/sh\\n' > ${programs}/novelty; chmod ` +
    `+x ${programs}/novelty;; esac`,
);

function program(name: string, script: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(programs, name), 0o755);
}

describe('a program that is missing', () => {
  it('is installed once for concurrent callers', async () => {
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([0, 0, 0]);
    const installs = readFileSync(calls, 'utf8').split('\n');
    expect(installs.filter((call) => call.includes('install -y novelties'))).toHaveLength(1);
  });
});

/** Runs a process that needs the program and believes that it is root. Returns its exit code. */
async function ask(): Promise<number> {
  const source = fileURLToPath(new URL('../src/install-if-missing.ts', import.meta.url));
  const code =
    `process.getuid = () => 0; const { installIfMissing } = await import(${JSON.stringify(source)}); ` +
    "installIfMissing('novelty', 'novelties')";
  const env = { ...process.env, TMPDIR: folder, PATH: [programs, process.env.PATH].join(delimiter) };
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env, stdio: 'inherit' });
  const [exit] = (await once(child, 'exit')) as [number];
  return exit;
}
