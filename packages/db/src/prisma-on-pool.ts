import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { enforceBrokerScope } from './broker-scope.ts';
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
const connectionStorage = new AsyncLocalStorage<SerialConnection>();

/**
 * Prisma on a pool and on its connections, as one client, made when it is first asked for: a client takes 16 MiB and holds the
 * process up for 15 ms or more, because it unpacks the whole schema and compiles an engine of its own.
 */
export function prismaOnPool(pool: pg.Pool): PrismaOnPool {
  let created: PrismaClient | undefined;
  const client = () => {
    created ??= new PrismaClient({ adapter: new PrismaPg(new RoutedPool(pool), { statementNameGenerator: ({ sql }) => preparedName(sql) }) });
    return created;
  };
  const bound = new WeakMap<pg.PoolClient, PrismaClient>();
  return {
    get client() {
      return client();
    },
    on(connection) {
      const boundClient = bound.get(connection) ?? bindToConnection(client(), new SerialConnection(connection));
      bound.set(connection, boundClient);
      return boundClient;
    },
    close: async () => created?.$disconnect(),
  };
}

function bindToConnection(client: PrismaClient, connection: SerialConnection): PrismaClient {
  const bound = client.$extends({
    query: {
      $allOperations({ operation, args, query }) {
        if (batchedOperations.has(operation)) throw new Error(`Prisma gathers each ${operation} of the moment, whoever asks: in a transaction use findFirst.`);
        return connectionStorage.run(connection, async () => await query(args));
      },
    },
  });
  // An extension by queries alone leaves every method as it was.
  return bound as unknown as PrismaClient;
}

/** Sent together at the end of the tick, and so by whoever asked first: on the connection of a stranger. */
const batchedOperations = new Set(['findUnique', 'findUniqueOrThrow']);

/** A connection takes one statement after the other, while Prisma reads relations that lie side by side at the same time. */
class SerialConnection {
  readonly #connection: pg.PoolClient;
  #before: Promise<unknown> = Promise.resolve();

  constructor(connection: pg.PoolClient) {
    this.#connection = connection;
  }

  query(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const result = this.#before.then(() => this.#connection.query(query));
    // Whoever asked is told of a failure; the next one only waits for the end of it.
    this.#before = result.catch(() => undefined);
    return result;
  }
}

/** What Prisma takes for its pool. On a connection that is lent to it, it never begins or ends a transaction. */
class RoutedPool extends pg.Pool {
  constructor(pool: pg.Pool) {
    super({ max: 1 });
    const send = (query: pg.QueryArrayConfig) => connectionStorage.getStore()?.query(query) ?? pool.query(query);
    const query = (query: pg.QueryArrayConfig) => enforceBrokerScope(query.text, query.values ?? [], () => send(query));
    const connect = () => (connectionStorage.getStore() ? rejectTransaction() : pool.connect());
    this.query = query as typeof this.query;
    this.connect = connect as typeof this.connect;
  }
}

function rejectTransaction(): never {
  throw new Error('Prisma would open a transaction of its own inside one: write one record at a time here, without nested writes.');
}
