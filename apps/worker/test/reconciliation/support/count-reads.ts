import { once } from 'node:events';
import { createServer, connect as openSocket } from 'node:net';

export interface CountedReads {
  readonly host: string;
  readonly port: number;
  /** What was read, in its order: IMSIs and numbers, without a plus sign. */
  readonly reads: readonly string[];
  stop(): Promise<void>;
}

export interface CountedRegister {
  readonly host: string;
  readonly port: number;
  /** Finds one read in what a client sends; its first group is the IMSI or the number. */
  readonly read: RegExp;
}

/** Stands before a register, passes on everything, and counts what is read: the register's own count of its calls. */
export async function countReads({ host, port, read }: CountedRegister): Promise<CountedReads> {
  const reads: string[] = [];
  const server = createServer((client) => {
    const register = openSocket({ host, port });
    let text = '';
    client.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let found = read.exec(text); found; found = read.exec(text)) {
        reads.push(decodeURIComponent(found[1] ?? '').replace('+', ''));
        text = text.slice(found.index + found[0].length);
      }
    });
    for (const socket of [client, register]) socket.on('error', () => undefined);
    client.on('close', () => register.destroy());
    register.on('close', () => client.destroy());
    client.pipe(register).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    host: '127.0.0.1',
    port: address.port,
    reads,
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
}
