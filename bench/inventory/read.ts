import type { OpenDb } from '@linework/db/db';
import { percentile } from '../harness/statistics.ts';

/** A statement that was sent, with its values. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What one question sends to the database. */
export type Question = 'page' | 'page1000' | 'cursor' | 'total';
export type Reads = Readonly<Partial<Record<Question, readonly Sent[]>>>;

/**
 * The time that the database itself takes to plan and run each statement, without the way there and back; the median of as many
 * times, after one that is not counted.
 */
export async function msInDatabase({ pool }: OpenDb, sent: readonly Sent[], times: number): Promise<number> {
  const all: number[] = [];
  for (let time = 0; time <= times; time += 1) {
    let ms = 0;
    for (const { text, values } of sent) ms += await explainedMs(pool, text, values);
    if (time > 0) all.push(ms);
  }
  return percentile(all, 50);
}

async function explainedMs(pool: OpenDb['pool'], text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, [...values]);
  const [plan] = rows[0]['QUERY PLAN'];
  return plan['Planning Time'] + plan['Execution Time'];
}
