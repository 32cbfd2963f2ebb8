import type { OpenDb } from '@linework/db/db';
import { percentile } from '../harness/statistics.ts';

/** A statement that was sent, with its values. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Planned once for each connection, and not each time that it is sent. */
  readonly isKept?: boolean;
}

/** What one question sends to the database; `countAlone` is a total that finds no page with it, where the list's own does. */
export type Question = 'page' | 'page1000' | 'cursor' | 'total' | 'countAlone';
export type Reads = Readonly<Partial<Record<Question, readonly SentStatement[]>>>;

/**
 * The time that the database itself takes to run each statement, and to plan it unless its plan is kept, without the way there
 * and back; the median of as many times, after one that is not counted.
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

async function explainedMs(pool: OpenDb['pool'], { text, values, isKept }: SentStatement): Promise<number> {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [...values]);
  const [plan] = rows[0]['QUERY PLAN'];
  return plan['Execution Time'] + (isKept ? 0 : plan['Planning Time']);
}
