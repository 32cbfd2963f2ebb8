import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';

/** A lifecycle as it is published. */
export function toLifecycleDocument({ name, initial, statuses, meanings, moves, isFinal }: Lifecycle) {
  return {
    name,
    initial: [...initial],
    statuses: statuses.map((status) => ({ name: status, is: meanings[status] ?? '', final: isFinal(status) })),
    moves: moves.map(({ from, to, on }) => ({ from, to, ...(on !== undefined && { on }) })),
  };
}
