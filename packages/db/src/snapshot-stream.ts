import { withoutBrokerScope } from './broker-scope.ts';
import type { Db } from './database.ts';
import { assembled } from './statement.ts';

/** Reads one moment of the database. Every query must name whose rows it reads: no scope checks it. */
export interface Snapshot {
  query<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** The rows of a query in pages, through a cursor: the memory does not grow with them. */
  pages<Row>(text: string, values?: readonly unknown[]): AsyncGenerator<readonly Row[]>;
}

const rowsAtOnce = 500;
/** The first rows of a large table may take long. */
const limits = { timeoutMs: 600_000 };

/**
 * The text that `write` makes of one moment of the database, as its reader takes it. It has a connection of its own for
 * that time. A reader that goes away ends it, and an error of `write` is the reader's.
 */
export function streamSnapshot(
  db: Db,
  write: (snapshot: Snapshot, send: (text: string) => Promise<void>) => Promise<void>,
): AsyncIterable<string> {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const run = () =>
    db.withDedicatedConnection((session) =>
      session.transaction(async (tx) => {
        const query: Snapshot['query'] = (text, values = []) => tx.query(assembled<never>({ text, values, limits }));
        await tx.query(
          assembled<never>({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', values: [] }),
        );
        await write({ query, pages: (text, values = []) => readPages(query, text, values) }, (text) =>
          writer.write(text),
        );
      }),
    );
  withoutBrokerScope('each query of a snapshot names whose rows it reads', run)
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    .catch(() => undefined);
  return readable;
}

async function* readPages<Row>(query: Snapshot['query'], text: string, values: readonly unknown[]) {
  await query(`DECLARE page NO SCROLL CURSOR FOR ${text}`, values);
  for (;;) {
    const rows = await query<Row>(`FETCH ${rowsAtOnce} FROM page`);
    if (rows.length === 0) break;
    yield rows;
  }
  await query('CLOSE page');
}
