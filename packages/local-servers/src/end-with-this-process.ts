import { spawn, type ChildProcess } from 'node:child_process';

/** Reads until its input closes, which happens when the process at the other end is gone; then ends the server and removes what it is told to. */
const watch = `
  cat > /dev/null
  kill -INT "$0" 2> /dev/null
  while kill -0 "$0" 2> /dev/null; do sleep 0.1; done
  rm -rf "$@"`;

/** Ties a server to this process: whatever ends this one, SIGKILL included, ends the server too, and then removes the given directories. */
export function endWithThisProcess(server: ChildProcess, removing: readonly string[] = []): void {
  if (!server.pid) return;
  const watcher = spawn('sh', ['-c', watch, String(server.pid), ...removing], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.unref();
  server.once('exit', () => watcher.kill());
}
