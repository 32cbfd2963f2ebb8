import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import type { Server } from './server.ts';

/** A server that only runs the query: the program of this name in this folder. It sends its port when it listens. */
export function plainServer(program: string, name: string): Server {
  return {
    name,
    does: 'nothing else',
    async start({ databaseUrl }) {
      const child = fork(fileURLToPath(new URL(`${program}.ts`, import.meta.url)), {
        env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
      });
      stopWithThisProcess(child);
      const [port] = await once(child, 'message');
      return {
        url: `http://127.0.0.1:${port}`,
        headers: {},
        stop() {
          child.kill();
          return once(child, 'exit');
        },
      };
    },
  };
}
