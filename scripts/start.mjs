// `npm start`: the whole system on this machine, from a fresh clone.
import { prepare, projectFolder, runScript } from './prepare.mjs';
import { runNode } from './run-node.mjs';

await runScript(async () => {
  const node = await prepare();
  process.exitCode = await runNode(node, [`${projectFolder}apps/local/src/main.ts`]);
});
