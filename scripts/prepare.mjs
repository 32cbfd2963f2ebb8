// Makes a clone ready to run: dependencies and the database client. Plain JavaScript, because the machine's own Node may be too old for TypeScript.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateClient } from './prepare/generate-client.mjs';
import { installDependencies } from './prepare/install-dependencies.mjs';

export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

const oldestNode = [20, 19];

/** Does what is missing and answers the path of the Node that runs everything else; a second call costs a few milliseconds. */
export async function prepare() {
  refuseOldNode();
  await installDependencies(projectFolder);
  const node = findNode();
  await generateClient(projectFolder, node);
  return node;
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Error(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}.`);
}

/** The Node that package.json pins; npm puts it in place with an install script. */
function findNode() {
  const node = `${projectFolder}node_modules/node/bin/node`;
  if (!existsSync(node)) throw new Error('npm left out install scripts, which bring the Node that is used here: run "npm ci --ignore-scripts=false".');
  return node;
}
