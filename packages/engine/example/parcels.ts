import type { OpenDb } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { WakeUp } from '@linework/schemas/jobs';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { placeOrder } from '../src/commands/place-order.ts';
import { createOrderAdvancer } from '../src/execution/advance-order.ts';
import { noObserver } from '../src/model/engine-observer.ts';
import { defineOrderType, indexOrderTypes } from '../src/model/order-type.ts';
import type { ResourceType } from '../src/model/resource-type.ts';
import { type Answer, defineEffect, defineExternalStep, defineLocalStep } from '../src/model/step.ts';

/** A courier. It books a parcel once for each key, and it raises a PermanentError where it does not deliver. */
export interface Courier {
  book(key: string, parcel: { readonly id: string; readonly address: unknown }): Answer;
  cancel(key: string): Answer;
}

const stampParcel = defineEffect<{ readonly parcelId: string }>({
  name: 'stamps',
  columns: { parcelId: 'uuid' },
  text: 'stamped AS (INSERT INTO parcel_stamp (parcel_id) SELECT s."parcelId" FROM $rows s JOIN moved m USING (entry))',
});
const parcel: ResourceType = {
  name: 'parcel',
  table: 'parcel',
  factColumns: ['address'],
  lifecycle: { getSources: () => ['PACKED'], getRequests: (status) => (status === 'PACKED' ? ['ship'] : []) },
  statusEvents: {},
  effects: [stampParcel.type],
  notFound: (id) => new Error(`There is no parcel ${id}.`),
};
const shipParcel = defineOrderType<{ readonly courier: Courier }>({
  code: 'PARCEL_SHIPMENT',
  summary: 'Books a courier for a parcel and stamps it.',
  resource: parcel,
  change: {
    request: 'ship',
    pendingStatus: 'SHIPPING',
    successStatus: 'SHIPPED',
    failureStatus: 'LOST',
    compensatedStatus: 'PACKED',
  },
  onFailure: 'rollback',
  input: z.strictObject({}),
  steps: [
    defineExternalStep<{ readonly courier: Courier }>({
      code: 'BOOK_COURIER',
      action: 'courier.book',
      execute: ({ systems, key, context: { resource } }) =>
        systems.courier.book(key, { id: resource.id, address: resource.facts['address'] }),
      undo: ({ systems, undoes = [] }) => systems.courier.cancel(undoes[0] ?? ''),
    }),
    defineLocalStep({
      code: 'STAMP',
      action: 'parcel.stamp',
      effects: ({ resource }) => [stampParcel.effect({ parcelId: resource.id })],
    }),
  ],
});
const settings = { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 10, unavailableLimitMs: 60_000 };
/** Ships a parcel: places the order, and executes it as a worker does. Returns the order's id. */
export async function ship(
  db: OpenDb,
  log: Log,
  courier: Courier,
  { id, brokerId }: { readonly id: string; readonly brokerId: string },
): Promise<string> {
  const [orderId, wakeUps] = [newId(), [] as WakeUp[]];
  const notify = (added: readonly WakeUp[]) => void wakeUps.push(...added);
  const request = {
    orderType: shipParcel,
    caller: { keyId: null, brokerId, scopes: [] },
    resourceId: id,
    correlationId: 'example',
  };
  await placeOrder({ db, notify }, orderId, request);
  const advance = createOrderAdvancer({
    db,
    log,
    notify,
    settings,
    systems: { courier },
    orderTypes: indexOrderTypes([shipParcel]),
    observer: noObserver,
  });
  for (let wakeUp = wakeUps.shift(); wakeUp; wakeUp = wakeUps.shift()) await advance(wakeUp);
  return orderId;
}
