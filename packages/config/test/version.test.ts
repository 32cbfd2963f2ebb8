import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { findCommit, releaseVersion, version } from '../src/version.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';

function aClone(files: Readonly<Record<string, string>>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'linework-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '.git/refs/heads'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, '.git', name), text);
  return pathToFileURL(`${folder}/`);
}

it('is the version of the interface, in a clone with the commit', () => {
  expect(version.split('+')[0]).toBe(releaseVersion);
  expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?(\+[0-9a-f]{8})?$/);
});

it.each([
  ['on a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${commit}\n` }],
  [
    'on a branch that git has packed',
    { HEAD: 'ref: refs/heads/main\n', 'packed-refs': `# pack\n${commit} refs/heads/main\n` },
  ],
  ['without a branch', { HEAD: `${commit}\n` }],
])('reads the commit of a clone %s', (_where, files) => {
  expect(findCommit(aClone(files))).toBe(commit);
});

it('has no commit outside of a clone, unless it is given', () => {
  expect(findCommit(pathToFileURL('/'))).toBeUndefined();
  const file = new URL('../src/version.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(file)}).then(({ version }) => console.log(version))`;
  const output = execFileSync(process.execPath, ['-e', code], {
    encoding: 'utf8',
    env: { ...process.env, LINEWORK_COMMIT: commit },
  });
  expect(output).toBe(`${releaseVersion}+01234567\n`);
});
