import { type ChildProcess, spawn } from 'node:child_process';

/** Longer than a worker needs to drain. After this time the server is killed. */
const limitSeconds = 40;

/**
 * A line on the input means that the server has ended by itself. If the input closes without a line, this process has
 * ended.
 */
const watchScript = `
  if ! read -r ended; then
    kill -INT "$0" 2> /dev/null
    left=${limitSeconds * 10}
    while kill -0 "$0" 2> /dev/null && [ "$left" -gt 0 ]; do sleep 0.1; left=$((left - 1)); done
    kill -KILL "$0" 2> /dev/null
  fi
  rm -rf "$@"`;

/**
 * Stops a server when this process ends for any reason, including SIGKILL: first by SIGINT, then by SIGKILL. Soon after
 * the server has ended, the files and directories of `leftoverPaths` are removed.
 */
export function stopWithThisProcess(server: ChildProcess, leftoverPaths: readonly string[] = []): void {
  if (!server.pid) return;
  const watcher = spawn('sh', ['-c', watchScript, String(server.pid), ...leftoverPaths], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  server.once('exit', () => watcher.stdin.end('ended\n'));
}
