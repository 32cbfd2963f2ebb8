import { spawn } from 'node:child_process';

/** Removes a directory when this process has ended, in whatever way. For what has to outlive the server that uses it. */
export function removeWithThisProcess(directory: string): void {
  // Its input closes when the process at the other end is gone. The server, which ends then too, is given a moment.
  const watcher = spawn('sh', ['-c', 'read -r ended; sleep 1; rm -rf "$0"', directory], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.unref();
}
