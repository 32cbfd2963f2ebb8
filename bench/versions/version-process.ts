import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const measuringProcess = fileURLToPath(new URL('measure-turns.ts', import.meta.url));

/** What the measuring process is asked for: work for this long, a settled store, or its end. */
export type Question = { readonly clients: number; readonly seconds: number } | 'settle' | 'stop';

export interface TurnFigures {
  readonly count: number;
  readonly perSecond: number;
  readonly cpuMs: number;
}

/** A contender of another checkout, which runs until it is stopped and works only while it is asked to. */
export interface VersionProcess {
  readonly folder: string;
  work(clients: number, seconds: number): Promise<TurnFigures>;
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a contender with the Node and the code of its checkout. Raises when it ends before it is ready. */
export async function startVersion(folder: string, contender: string): Promise<VersionProcess> {
  const ownNode = `${folder}/node_modules/node/bin/node`;
  const child = fork(measuringProcess, [`${folder}/bench/${contender}.ts`], {
    cwd: folder,
    execPath: existsSync(ownNode) ? ownNode : process.execPath,
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--no-deprecation'],
  });
  await nextMessage(child, folder);
  const ask = (question: Question) => {
    child.send(question);
    return nextMessage(child, folder);
  };
  return {
    folder,
    work: async (clients, seconds) => (await ask({ clients, seconds })) as TurnFigures,
    settle: async () => void (await ask('settle')),
    async stop() {
      const ended = once(child, 'exit');
      child.send('stop' satisfies Question);
      await ended;
    },
  };
}

async function nextMessage(child: ChildProcess, folder: string): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(([code]) =>
        Promise.reject(new Error(`the contender in ${folder} ended with ${code}`)),
      ),
    ]);
  } finally {
    over.abort();
  }
}
