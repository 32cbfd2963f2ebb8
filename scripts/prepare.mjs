// Prepares a clone: dependencies, the database client, the pages of the console, and the packages for integrators.
// Plain JavaScript, because the machine's own Node may be too old for TypeScript.
import { fileURLToPath } from 'node:url';
import { buildConsole, isConsoleBuilt } from './prepare/build-console.mjs';
import { arePackagesBuilt, buildPackages } from './prepare/build-packages.mjs';
import { generateClient, isClientGenerated } from './prepare/generate-client.mjs';
import { installDependenciesAs, isInstalledAs, pinnedNode } from './prepare/install-dependencies.mjs';
import { withLock } from './prepare/lock.mjs';

export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

const oldestNode = [20, 19];

/**
 * Runs the missing preparations and returns the path of the Node that runs everything else. A second call takes a few
 * milliseconds. Only a start needs the packages that the API serves.
 */
export async function prepare({ isStart = false, needsTools = true } = {}) {
  rejectOldNode();
  const node = pinnedNode(projectFolder);
  const steps = [
    [isInstalledAs(needsTools), installDependenciesAs(needsTools)],
    [isClientGenerated, generateClient],
    [isConsoleBuilt, buildConsole],
    ...(isStart ? [[arePackagesBuilt, buildPackages]] : []),
  ];
  if (await isPrepared(steps)) return node;
  await withLock(`${projectFolder}.local/prepare.lock`, async (addProgram) => {
    // Another process may have done it meanwhile.
    for (const [isDone, doIt] of steps) if (!(await isDone(projectFolder))) await doIt(projectFolder, addProgram, node);
  });
  return node;
}

async function isPrepared(steps) {
  for (const [isDone] of steps) if (!(await isDone(projectFolder))) return false;
  return true;
}

function rejectOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Error(
    `Linework needs Node ${oldestNode.join('.')} or newer, and this is ${process.versions.node}. Install a newer Node.`,
  );
}
