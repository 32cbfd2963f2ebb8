import { type ChildProcess, spawn } from 'node:child_process';
import { runCommand } from './run-command.ts';

export interface Buildah {
  /** Runs a command and returns its output. */
  run(...args: readonly string[]): Promise<string>;
  /** Starts a command inside a network namespace. */
  spawnIn(network: string, ...args: readonly string[]): ChildProcess;
}

/** Opens Buildah with its own storage in a folder. It builds and runs without a daemon (chroot isolation). */
export function openBuildah(folder: string): Buildah {
  const flags = ['--storage-driver', 'vfs', '--root', `${folder}/storage`, '--runroot', `${folder}/run`];
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: folder };
  return {
    run: async (...args) => (await runCommand('buildah', [...flags, ...args], { env })).trim(),
    spawnIn: (network, ...args) =>
      spawn('ip', ['netns', 'exec', network, 'buildah', ...flags, ...args], {
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
}
