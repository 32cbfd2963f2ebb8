import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';

/** A lifecycle as it is published. */
export function showLifecycle({ name, initial, statuses, meaningOf, moves, isFinal }: Lifecycle) {
  return {
    name,
    initial: [...initial],
    statuses: statuses.map((status) => ({ name: status, is: meaningOf[status] ?? '', final: isFinal(status) })),
    moves: moves.map(({ from, to, on }) => ({ from, to, ...(on !== undefined && { on }) })),
  };
}
