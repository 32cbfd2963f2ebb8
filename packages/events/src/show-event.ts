import type { Caller } from '@linework/auth/caller';
import { findEventJob } from '@linework/schemas/events';
import type { Event } from '@linework/schemas/events/event';
import { showDetails } from './mask-details.ts';
import { showActor } from './show-actor.ts';

/** An event as it is read from the database. */
export interface EventRecord {
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly fromStatus: string | null;
  readonly toStatus: string | null;
  readonly orderId: string | null;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly keyBrokerId: string | null;
  readonly operatorName: string | null;
  readonly job: string | null;
  readonly details: unknown;
}

/**
 * An event as this reader sees it. Without the scope that reads the record, what is about a person is masked in its
 * details.
 */
export function showEvent(
  event: EventRecord & { readonly cursor: string },
  reader: Pick<Caller, 'brokerId' | 'scopes'>,
): Event {
  const { id, type, at, resourceType, resourceId, fromStatus, toStatus, orderId, details, cursor } = event;
  const actor = showActor({ ...event, job: findStoredJob(event) }, reader);
  return {
    id,
    type: type as Event['type'],
    at: at.toISOString(),
    resource: { type: resourceType, id: resourceId },
    ...(fromStatus !== null && { from: fromStatus }),
    ...(toStatus !== null && { to: toStatus }),
    ...(orderId !== null && { orderId }),
    ...(actor && { actor }),
    details: showDetails(details as Event['details'], resourceType, reader),
    cursor,
  };
}

/** Finds the job that wrote an event. A new resource was created by a request whose key is not stored, not by a job. */
export const findStoredJob = (
  event: Pick<EventRecord, 'type' | 'resourceType' | 'fromStatus' | 'toStatus' | 'orderId' | 'keyId' | 'job'>,
) =>
  event.resourceType === 'resource' && event.fromStatus === null && event.toStatus !== null
    ? undefined
    : findEventJob(event);
