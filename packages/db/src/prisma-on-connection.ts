import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';

/** A client costs about a millisecond to make, and a connection lives long: each connection keeps its own. */
const clients = new WeakMap<pg.PoolClient, PrismaClient>();

/** Prisma on this one connection, so that its reads and writes belong to the transaction that is open there. */
export function prismaOnConnection(connection: pg.PoolClient): PrismaClient {
  const known = clients.get(connection);
  if (known) return known;
  const client = new PrismaClient({ adapter: new PrismaPg(new OneConnection(connection)) });
  clients.set(connection, client);
  return client;
}

/**
 * What Prisma takes for a pool. It has a single connection, lent to it, and it never begins or ends a transaction there. Prisma reads
 * relations that lie side by side at the same time, and a connection takes one statement after the other.
 */
class OneConnection extends pg.Pool {
  constructor(connection: pg.PoolClient) {
    super({ max: 1 });
    let before: Promise<unknown> = Promise.resolve();
    const next = (query: pg.QueryArrayConfig) => {
      const answer = before.then(() => connection.query(query));
      // Whoever asked is told of a failure; the next one only waits for the end of it.
      before = answer.catch(() => undefined);
      return answer;
    };
    this.query = next as typeof this.query;
    this.connect = refuseTransaction as typeof this.connect;
  }
}

function refuseTransaction(): never {
  throw new Error('Prisma would open a transaction of its own inside one: write one record at a time here, without nested writes.');
}
