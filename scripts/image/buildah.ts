import { type ChildProcess, spawn } from 'node:child_process';
import { runCommand } from './run-command.ts';

export interface Buildah {
  /** Runs one of its commands and answers what it printed. */
  run(...args: readonly string[]): Promise<string>;
  /** Starts one of its commands inside a network. */
  spawnIn(network: string, ...args: readonly string[]): ChildProcess;
}

/** Buildah with images and containers of its own in a folder: it builds and runs without a daemon, in a changed root. */
export function openBuildah(folder: string): Buildah {
  const flags = ['--storage-driver', 'vfs', '--root', `${folder}/storage`, '--runroot', `${folder}/run`];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: folder };
  return {
    run: async (...args) => (await runCommand('buildah', [...flags, ...args], { env })).trim(),
    spawnIn: (network, ...args) =>
      spawn('ip', ['netns', 'exec', network, 'buildah', ...flags, ...args], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
  };
}
