import type { OpenDb } from '@linework/db/db';
import { percentile } from '../harness/statistics.ts';

/** A statement that was sent, with its values. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** It is planned once for each connection and not each time that it is sent. */
  readonly isPrepared?: boolean;
}

/** The reads of a list. `countAlone` is the count without the page, for a list whose `total` finds the page too. */
export type ReadName = 'page' | 'page1000' | 'cursor' | 'total' | 'countAlone';
export type Reads = Readonly<Partial<Record<ReadName, readonly SentStatement[]>>>;

/**
 * Measures the time that the database takes to execute the statements, and to plan them unless they are prepared,
 * without the network. Returns the median of `times` runs after one warm-up run.
 */
export async function msInDatabase({ pool }: OpenDb, sent: readonly SentStatement[], times: number): Promise<number> {
  const all: number[] = [];
  for (let time = 0; time <= times; time += 1) {
    let ms = 0;
    for (const one of sent) ms += await explainedMs(pool, one);
    if (time > 0) all.push(ms);
  }
  return percentile(all, 50);
}

async function explainedMs(pool: OpenDb['pool'], { text, values, isPrepared }: SentStatement): Promise<number> {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [...values]);
  const [plan] = rows[0]['QUERY PLAN'];
  return plan['Execution Time'] + (isPrepared ? 0 : plan['Planning Time']);
}
