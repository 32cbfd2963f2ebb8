import type { Db } from '@linework/db/db';
import type { Progress } from './progress.ts';
import { recordProgress } from './record-progress.ts';

/** Whether it was applied, or why the database refused it. */
export type Recorded = boolean | Error;

/** When the database refuses a batch, each order is tried alone, so that one fails by itself. */
export async function recordEach(db: Pick<Db, 'query'>, progress: readonly Progress[]): Promise<readonly Recorded[]> {
  try {
    return await recordProgress(db, progress);
  } catch (error) {
    if (progress.length === 1) throw error;
    return Promise.all(
      progress.map((one) =>
        recordProgress(db, [one]).then(
          ([applied]) => applied ?? false,
          (refusal: Error) => refusal,
        ),
      ),
    );
  }
}
