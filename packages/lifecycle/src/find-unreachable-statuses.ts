import type { Lifecycle } from './define-lifecycle.ts';

/** The statuses that no chain of moves leads to. A sound lifecycle has none. */
export function findUnreachableStatuses<Status extends string>({ initial, moves, statuses }: Lifecycle<Status>): readonly Status[] {
  const reached = new Set<Status>(initial);
  for (const status of reached) {
    for (const { from, to } of moves) if (from === status) reached.add(to);
  }
  return statuses.filter((status) => !reached.has(status));
}
