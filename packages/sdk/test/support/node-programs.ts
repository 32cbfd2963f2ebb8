import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const requireOfProject = createRequire(new URL('../../../../package.json', import.meta.url));

/** The `node` that the machine has, and the newer one that the project installs. */
export const nodePrograms = { 'of the machine': findMachineNode(), 'of the project': process.execPath };

/** The compilers that integrators use: the one of the project, and the last one that is written in JavaScript. */
export const compilers = {
  '7': join(dirname(requireOfProject.resolve('typescript/package.json')), 'bin/tsc'),
  '5.9': join(dirname(require.resolve('typescript/package.json')), 'bin/tsc'),
};

/** The folder of `@types/node`. */
export const typesFolder = dirname(dirname(requireOfProject.resolve('@types/node/package.json')));

function findMachineNode(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const folder = folders.find((each) => existsSync(join(each, 'node')));
  if (folder === undefined) throw new Error('There is no `node` in PATH beside the one of the project.');
  return join(folder, 'node');
}
