import { randomUUID } from 'node:crypto';
import type { OpenDb } from '@linework/db/db';
import { onTestFinished } from 'vitest';

export interface Connection {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Opens a transaction on a separate connection. */
export async function aTransaction({ pool }: Pick<OpenDb, 'pool'>): Promise<Connection> {
  const connection = await pool.connect();
  onTestFinished(() => connection.release(true));
  await connection.query('BEGIN');
  return connection;
}

/** Writes an event of a record without a broker. Its text identifies it. */
export async function emitEvent(
  on: Connection,
  text: string,
  { resourceId = randomUUID(), count = 1, at = new Date() } = {},
): Promise<void> {
  await on.query(
    `INSERT INTO event (type, resource_type, resource_id, details, at)
     SELECT 'line.changed', 'line', $1, jsonb_build_object('text', $2::text), $4::timestamptz
     FROM generate_series(1, $3)`,
    [resourceId, text, count, at],
  );
}

/**
 * Reads the texts of the events from now on, in the order of their positions, and checks that the positions are dense.
 */
export async function aFeed({ pool }: Pick<OpenDb, 'pool'>): Promise<() => Promise<readonly string[]>> {
  const start = Number(
    (await pool.query<{ newest: string }>('SELECT newest_position AS newest FROM event_sequencer')).rows[0]?.newest,
  );
  return async () => {
    const { rows } = await pool.query<{ position: string; text: string }>(
      `SELECT r.first_position + e.seq - r.first_seq AS position, e.details ->> 'text' AS text
       FROM event_range r
       JOIN event e ON e.seq >= r.first_seq AND e.seq < r.first_seq + r.event_count
       WHERE r.first_position > $1
       ORDER BY position`,
      [start],
    );
    if (rows.some(({ position }, index) => Number(position) !== start + index + 1))
      throw new Error('The positions are not dense.');
    return rows.map(({ text }) => text);
  };
}
