import type { Db } from '@linework/db/db';
import type { Transition } from '../model/transition.ts';
import { commitTransition, type OnCommit } from './commit-transition.ts';

/** Whether the transition was applied, or the error with which the database rejected it. */
export type CommitResult = boolean | Error;

/**
 * Commits a batch of transitions, one statement for each resource type. When the database rejects a statement, each of
 * its transitions is tried alone, so that one order does not fail the others.
 */
export async function commitEach(
  db: Pick<Db, 'query'>,
  transitions: readonly Transition[],
  onCommit: OnCommit,
): Promise<readonly CommitResult[]> {
  const byResource = [...Map.groupBy(transitions, ({ resource }) => resource).values()];
  if (byResource.length === 1) return commitBatch(db, transitions, onCommit);
  const results = new Map<Transition, CommitResult>();
  const commit = async (batch: readonly Transition[]) => {
    const ended = await commitBatch(db, batch, onCommit).catch((error: Error) => batch.map(() => error));
    for (const [n, transition] of batch.entries()) results.set(transition, ended[n] ?? false);
  };
  await Promise.all(byResource.map(commit));
  return transitions.map((transition) => results.get(transition) ?? false);
}

async function commitBatch(
  db: Pick<Db, 'query'>,
  transitions: readonly Transition[],
  onCommit: OnCommit,
): Promise<readonly CommitResult[]> {
  try {
    return await commitTransition(db, transitions, onCommit);
  } catch (error) {
    if (transitions.length === 1) throw error;
    return Promise.all(
      transitions.map((transition) =>
        commitTransition(db, [transition], onCommit).then(
          ([applied]) => applied ?? false,
          (reason: Error) => reason,
        ),
      ),
    );
  }
}
