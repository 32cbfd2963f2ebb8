import type { Db } from '@linework/db/db';
import { commitTransition } from './commit-transition.ts';
import type { Transition } from './transition.ts';

/** Whether it was applied, or why the database refused it. */
export type CommitResult = boolean | Error;

/** When the database refuses a batch, each order is tried alone, so that one fails by itself. */
export async function commitEach(db: Pick<Db, 'query'>, transitions: readonly Transition[]): Promise<readonly CommitResult[]> {
  try {
    return await commitTransition(db, transitions);
  } catch (error) {
    if (transitions.length === 1) throw error;
    return Promise.all(
      transitions.map((transition) =>
        commitTransition(db, [transition]).then(
          ([applied]) => applied ?? false,
          (reason: Error) => reason,
        ),
      ),
    );
  }
}
