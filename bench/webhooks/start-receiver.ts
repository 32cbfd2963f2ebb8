import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Receiver {
  readonly url: string;
  /** The different messages that arrived, for each path. */
  count(): Promise<number>;
  stop(): void;
}

/** Starts a receiver in a process of its own. */
export async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), { execArgv: ['--no-deprecation'] });
  const [{ port }] = (await once(child, 'message')) as [{ readonly port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    async count() {
      child.send('count');
      const [{ count }] = (await once(child, 'message')) as [{ readonly count: number }];
      return count;
    },
    stop: () => void child.disconnect(),
  };
}
