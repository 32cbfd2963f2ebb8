import type { Db } from '@linework/db/db';
import type { Transition } from '../model/transition.ts';
import { commitTransition } from './commit-transition.ts';

/** Whether the transition was applied, or the error with which the database rejected it. */
export type CommitResult = boolean | Error;

/** Commits a batch of transitions. When the database rejects the batch, each transition is tried alone, so that one order does not fail the others. */
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
