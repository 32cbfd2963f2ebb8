import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { needs } from '@linework/testing/run/needs';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

needs('git');

takesLong('much-work');

const run = promisify(execFile);
const project = fileURLToPath(new URL('../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'linework-unused-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const linkInto = (folder: string, names: readonly string[], target: string) => {
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of names) symlinkSync(join(target, name), join(copy, folder, name));
};

/** Copies the sources. Packages come from the project, except the workspaces, which are those of the copy. */
async function copyProject(): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of stdout.split('\0').filter((name) => /\.(tsx?|css|mjs|json|prisma|gitignore)$/.test(name))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(project, file), join(copy, file));
  }
  const generated = 'packages/db/src/generated';
  cpSync(join(project, generated), join(copy, generated), { recursive: true });
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => name !== '@linework');
  linkInto('node_modules', installed, join(project, 'node_modules'));
  mkdirSync(join(copy, 'node_modules/@linework'), { recursive: true });
  for (const group of ['apps', 'packages']) {
    for (const name of readdirSync(join(copy, group)))
      symlinkSync(join(copy, group, name), join(copy, 'node_modules/@linework', name));
  }
}

const knip = async (...flags: readonly string[]) => {
  const command = [
    '--config',
    'scripts/checks/config/knip.json',
    '--no-config-hints',
    '--reporter',
    'compact',
    ...flags,
  ];
  const { stdout } = await run(join(project, 'node_modules/.bin/knip'), command, { cwd: copy }).catch(
    (failed: { readonly stdout: string }) => failed,
  );
  return stdout
    .split('\n')
    .filter((line) => line.includes('/'))
    .toSorted();
};

describe('the checks of unused code', () => {
  beforeAll(copyProject);

  it('name an unused export and a file that nothing imports', async () => {
    appendFileSync(join(copy, 'packages/http/src/link-header.ts'), '\nexport const plantedExport = 1;\n');
    writeFileSync(join(copy, 'packages/http/src/planted-orphan.ts'), 'export const plantedOrphan = 1;\n');
    const planted = [
      'packages/http/src/link-header.ts: plantedExport',
      'packages/http/src/planted-orphan.ts: plantedOrphan',
    ];
    expect(await knip()).toEqual(planted);
    expect(await knip('--production', '--include', 'files,exports')).toEqual(planted);
    const test =
      "import { plantedExport } from '../src/link-header.ts';\nimport { plantedOrphan } from " +
      "'../src/planted-orphan.ts';\n";
    writeFileSync(join(copy, 'packages/http/test/planted.test.ts'), `${test}plantedExport + plantedOrphan;\n`);
    expect(await knip()).toEqual([]);
    // Only a test uses them.
    expect(await knip('--production', '--include', 'files,exports')).toEqual(planted);
  });
});
