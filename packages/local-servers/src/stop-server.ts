import type { ChildProcess } from 'node:child_process';

/** Signals a server and answers when it has ended, at once when it already has. */
export async function stopServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
}

/** Whether the process is gone, by its own doing or by a signal. */
export function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}
