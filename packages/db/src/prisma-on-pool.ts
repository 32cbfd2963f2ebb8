import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { behindWall } from './broker-wall.ts';
import { PrismaClient } from './generated/client.ts';
import { preparedName } from './query-through-prisma.ts';

export interface PrismaOnPool {
  /** Prisma on any connection of the pool. */
  readonly client: PrismaClient;
  /** The same client on this one connection, so that its reads and writes belong to the transaction that is open there. */
  on(connection: pg.PoolClient): PrismaClient;
  close(): Promise<void>;
}

/** Where a statement of Prisma is to run; nothing for any connection. */
const lent = new AsyncLocalStorage<OneAtATime>();

/**
 * Prisma on a pool and on its connections, as one client, made when it is first asked for: a client takes 16 MiB and holds the
 * process up for 15 ms or more, because it unpacks the whole schema and compiles an engine of its own.
 */
export function prismaOnPool(pool: pg.Pool): PrismaOnPool {
  let made: PrismaClient | undefined;
  const client = () => {
    made ??= new PrismaClient({ adapter: new PrismaPg(new LendingPool(pool), { statementNameGenerator: ({ sql }) => preparedName(sql) }) });
    return made;
  };
  const bound = new WeakMap<pg.PoolClient, PrismaClient>();
  return {
    get client() {
      return client();
    },
    on(connection) {
      const known = bound.get(connection) ?? onConnection(client(), new OneAtATime(connection));
      bound.set(connection, known);
      return known;
    },
    close: async () => made?.$disconnect(),
  };
}

function onConnection(client: PrismaClient, connection: OneAtATime): PrismaClient {
  const bound = client.$extends({
    query: {
      $allOperations({ operation, args, query }) {
        if (gathered.has(operation)) throw new Error(`Prisma gathers each ${operation} of the moment, whoever asks: in a transaction use findFirst.`);
        return lent.run(connection, async () => await query(args));
      },
    },
  });
  // An extension by queries alone leaves every method as it was.
  return bound as unknown as PrismaClient;
}

/** Sent together at the end of the tick, and so by whoever asked first: on the connection of a stranger. */
const gathered = new Set(['findUnique', 'findUniqueOrThrow']);

/** A connection takes one statement after the other, while Prisma reads relations that lie side by side at the same time. */
class OneAtATime {
  readonly #connection: pg.PoolClient;
  #before: Promise<unknown> = Promise.resolve();

  constructor(connection: pg.PoolClient) {
    this.#connection = connection;
  }

  query(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const answer = this.#before.then(() => this.#connection.query(query));
    // Whoever asked is told of a failure; the next one only waits for the end of it.
    this.#before = answer.catch(() => undefined);
    return answer;
  }
}

/** What Prisma takes for its pool. On a connection that is lent to it, it never begins or ends a transaction. */
class LendingPool extends pg.Pool {
  constructor(pool: pg.Pool) {
    super({ max: 1 });
    const send = (query: pg.QueryArrayConfig) => lent.getStore()?.query(query) ?? pool.query(query);
    const query = (query: pg.QueryArrayConfig) => behindWall(query.text, query.values ?? [], () => send(query));
    const connect = () => (lent.getStore() ? refuseTransaction() : pool.connect());
    this.query = query as typeof this.query;
    this.connect = connect as typeof this.connect;
  }
}

function refuseTransaction(): never {
  throw new Error('Prisma would open a transaction of its own inside one: write one record at a time here, without nested writes.');
}
