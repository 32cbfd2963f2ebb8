import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Pauses } from '../model/pause.ts';

const loadPausesStatement = statement(
  'load-work-pauses',
  'SELECT id, kind, target FROM pause WHERE ended_at IS NULL ORDER BY created_at, id',
);

/** Reads the pauses that have not ended. */
export const loadPauses = (db: Pick<Db, 'query'>): Promise<Pauses> => db.query(loadPausesStatement);

const maxAgeMs = 1_000;

/**
 * Creates a reader of the pauses that reads the database at most once a second, so that an order costs no statement
 * more. A pause is obeyed by the whole fleet after a second. While the database does not answer, the orders that are
 * executed get its error.
 */
export function createPauseReader(
  db: Pick<Db, 'query'>,
  nowMs: () => number = () => performance.now(),
): () => Promise<Pauses> {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let pauses: Promise<Pauses> = Promise.resolve([]);
  return () => {
    if (nowMs() - readAtMs < maxAgeMs) return pauses;
    readAtMs = nowMs();
    pauses = loadPauses(db);
    pauses.catch(() => {
      readAtMs = Number.NEGATIVE_INFINITY;
    });
    return pauses;
  };
}
