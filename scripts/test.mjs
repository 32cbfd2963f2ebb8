// `npm test`: every check there is, from a fresh clone; with names, only those.
import { delimiter } from 'node:path';
import { prepare, projectFolder, runScript } from './prepare.mjs';
import { runNode } from './run-node.mjs';

await runScript(async () => {
  const node = await prepare();
  process.chdir(projectFolder);
  // So that the checks find the tools of this project, and the Node that it pins.
  process.env.PATH = `${projectFolder}node_modules/.bin${delimiter}${process.env.PATH}`;
  process.exitCode = await runNode(node, ['scripts/run-checks.ts', ...process.argv.slice(2)]);
});
