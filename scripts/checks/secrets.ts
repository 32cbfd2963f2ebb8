// Fails if a committed file, or a line that any commit added or removed, contains a secret.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createEngine } from '@secretlint/node';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 });

const paths = git('ls-files', '-z')
  .split('\0')
  .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
const history = git('log', '--all', '--patch', '--no-color');

const engine = await createEngine({
  cwd: process.cwd(),
  configFilePath: 'scripts/checks/config/secretlint.json',
  formatter: 'stylish',
  color: false,
});
const looks = [
  await engine.executeOnFiles({ filePathList: paths }),
  await engine.executeOnContent({ content: history, filePath: 'history.patch' }),
];
for (const { ok, output } of looks) if (!ok) console.error(output);
console.log(`${paths.length} files and ${history.length} characters of history checked.`);
process.exitCode = looks.every(({ ok }) => ok) && paths.length > 0 ? 0 : 1;
