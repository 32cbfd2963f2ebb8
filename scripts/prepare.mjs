// Prepares a clone: dependencies, the database client and the pages of the console. Plain JavaScript, because the machine's own Node may be too old for TypeScript.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildConsole } from './prepare/build-console.mjs';
import { generateClient } from './prepare/generate-client.mjs';
import { installDependencies } from './prepare/install-dependencies.mjs';

export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

const oldestNode = [20, 19];

/** Runs the missing preparations and returns the path of the Node that runs everything else. A second call takes a few milliseconds. */
export async function prepare() {
  rejectOldNode();
  await installDependencies(projectFolder);
  const node = findNode();
  await generateClient(projectFolder, node);
  await buildConsole(projectFolder, node);
  return node;
}

function rejectOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Error(`Linework needs Node ${oldestNode.join('.')} or newer, and this is ${process.versions.node}. Install a newer Node.`);
}

/** Returns the Node that package.json pins. npm installs it with an install script. */
function findNode() {
  const node = `${projectFolder}node_modules/node/bin/node`;
  if (!existsSync(node)) throw new Error('The pinned Node is missing, because npm skipped install scripts. Run "npm ci --ignore-scripts=false".');
  return node;
}
