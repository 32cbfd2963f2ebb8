import { spawn } from 'node:child_process';

/**
 * Removes a directory after this process has ended, for any reason. Use it for a directory that must exist longer than
 * its server.
 */
export function removeWithThisProcess(directory: string): void {
  // The input closes when this process has ended. The server ends at the same time, so the watcher waits for one
  // second.
  const watcher = spawn('sh', ['-c', 'read -r ended; sleep 1; rm -rf "$0"', directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
}
