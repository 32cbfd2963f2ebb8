import { type ChildProcess, spawn } from 'node:child_process';

/** Longer than a worker takes to drain; who has not ended by then, or stands still, is killed. */
const limitSeconds = 40;

/** A line means that the server has ended by itself; an input that closes without one, that the process at the other end is gone. */
const watchScript = `
  if ! read -r ended; then
    kill -INT "$0" 2> /dev/null
    left=${limitSeconds * 10}
    while kill -0 "$0" 2> /dev/null && [ "$left" -gt 0 ]; do sleep 0.1; left=$((left - 1)); done
    kill -KILL "$0" 2> /dev/null
  fi
  rm -rf "$@"`;

/**
 * Ties a server to this process: whatever ends this one, SIGKILL included, ends the server too: by SIGINT, then by SIGKILL. Soon after the server has ended, in whatever way, the
 * given files and directories are gone.
 */
export function stopWithThisProcess(server: ChildProcess, leftoverPaths: readonly string[] = []): void {
  if (!server.pid) return;
  const watcher = spawn('sh', ['-c', watchScript, String(server.pid), ...leftoverPaths], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.unref();
  server.once('exit', () => watcher.stdin.end('ended\n'));
}
