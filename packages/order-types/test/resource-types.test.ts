import { listResourceTypes, type OrderType } from '@linework/engine/model/order-type';
import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { statusEvents } from '@linework/schemas/events';
import { lifecycles } from '@linework/schemas/lifecycles/lifecycles';
import { describe, expect, it } from 'vitest';
import { orderTypes } from '../src/order-types.ts';

const allLifecycles: readonly Lifecycle[] = lifecycles;
const findLifecycle = (name: string) => allLifecycles.find((lifecycle) => lifecycle.name === name);

describe.each(listResourceTypes(orderTypes))(
  'the kind of resource $name',
  ({ name, lifecycle, statusEvents: events }) => {
    it('has a lifecycle of its name in packages/schemas/src/lifecycles.ts, which the database guards', () => {
      const listed = findLifecycle(name);
      expect(listed?.name).toBe(name);
      for (const status of listed?.statuses ?? [])
        expect(lifecycle.getRequests(status)).toEqual(listed?.getRequests(status));
    });

    it('has its events in `statusEvents` of packages/schemas/src/events.ts', () => {
      expect((statusEvents as Readonly<Record<string, unknown>>)[name]).toEqual(events);
    });
  },
);

/** The moves of the resource, from the placed order to each of its ends. Null stands for a new resource. */
function listMoves({ change, resource }: OrderType): readonly (readonly [from: string | null, to: string])[] {
  if (!('pendingStatus' in change)) return [];
  const { pendingStatus, successStatus, failureStatus, compensatedStatus } = change;
  const sources = change.request === 'create' ? [] : resource.lifecycle.getSources(change.request);
  const successes =
    typeof successStatus === 'string' ? [successStatus] : [successStatus.ifRequested, successStatus.otherwise];
  const undone = compensatedStatus === undefined ? sources : [compensatedStatus];
  return [
    ...(change.request === 'create'
      ? [[null, pendingStatus] as const]
      : sources.map((from) => [from, pendingStatus] as const)),
    ...[...successes, failureStatus, ...undone].map((to) => [pendingStatus, to] as const),
    ...undone.map((to) => [failureStatus, to] as const),
  ];
}

describe.each([...orderTypes.values()].flat())('$code $version', (orderType) => {
  it('moves its resource only as the lifecycle allows', () => {
    const lifecycle = findLifecycle(orderType.resource.name);
    const missing = listMoves(orderType).filter(([from, to]) => from !== to && !lifecycle?.canMove(from, to));
    const sentences = missing.map(
      ([from, to]) => `The lifecycle of the ${orderType.resource.name} lacks ${from} > ${to}.`,
    );
    expect([...new Set(sentences)]).toEqual([]);
  });
});
