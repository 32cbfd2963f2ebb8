import type { Lifecycle } from './define-lifecycle.ts';

/** Finds the statuses that no sequence of moves reaches. A correct lifecycle has none. @internal */
export function findUnreachableStatuses<Status extends string>({
  initial,
  moves,
  statuses,
}: Lifecycle<Status>): readonly Status[] {
  const reached = new Set<Status>(initial);
  for (const status of reached) {
    for (const { from, to } of moves) if (from === status) reached.add(to);
  }
  return statuses.filter((status) => !reached.has(status));
}
