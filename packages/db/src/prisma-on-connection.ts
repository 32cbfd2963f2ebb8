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

/** What Prisma takes for a pool. It has a single connection, lent to it, and it never begins or ends a transaction there. */
class OneConnection extends pg.Pool {
  constructor(connection: pg.PoolClient) {
    super({ max: 1 });
    this.query = connection.query.bind(connection) as typeof this.query;
    this.connect = refuseTransaction as typeof this.connect;
  }
}

function refuseTransaction(): never {
  throw new Error('Prisma would open a transaction of its own inside one: write one record at a time here, without nested writes.');
}
