import type { Event } from '@linework/sdk';

export interface State {
  readonly status: string;
  readonly from: number;
  readonly to: number;
}

/** The states of a record in their order, from the events of its status changes. The last one lasts until now. */
export function buildStates(
  events: readonly Pick<Event, 'at' | 'to' | 'resource'>[],
  recordId: string,
  now: number,
): readonly State[] {
  const changes = events
    .filter(({ to, resource }) => to !== undefined && resource.id === recordId)
    .toSorted((a, b) => a.at.localeCompare(b.at));
  return changes.map(({ at, to }, index) => {
    const next = changes[index + 1];
    return {
      status: to ?? '',
      from: Date.parse(at),
      to: next === undefined ? Math.max(now, Date.parse(at)) : Date.parse(next.at),
    };
  });
}
