import type { Caller } from '@linework/auth/caller';
import type { EventEnvelope, Payload } from '@linework/schemas/events/event-envelope';
import { showDetails } from './mask-details.ts';
import { showActor } from './show-actor.ts';
import { type EventRecord, findStoredJob } from './show-event.ts';

/** An event with its position, as it is read from the database. */
export interface PositionedEvent extends EventRecord {
  readonly position: number;
  readonly brokerId: string | null;
}

/** The key or endpoint that gets the event. Its broker is null for an operator, who sees all brokers. */
type EventReader = Pick<Caller, 'brokerId' | 'scopes'>;

export interface EnvelopeOptions {
  /** `thin` has ids and no data. */
  readonly payload: Payload;
  readonly reader: EventReader;
}

/**
 * Builds the event that a reader gets. It depends only on the stored event and the reader, so that every delivery of
 * one event is equal. Without the scope that reads the record, numbers, names and tax ids in its details are masked.
 */
export function buildEnvelope(event: PositionedEvent, { payload, reader }: EnvelopeOptions): EventEnvelope {
  const { id, type, at, resourceType, resourceId, brokerId, position } = event;
  const time = at.toISOString();
  return {
    specversion: '1.0',
    id,
    source: brokerId === null ? '/' : `/brokers/${brokerId}`,
    type: type as EventEnvelope['type'],
    time,
    subject: `${resourceType}/${resourceId}`,
    datacontenttype: 'application/json',
    timestamp: time,
    position,
    data: payload === 'thin' ? { record: { type: resourceType, id: resourceId } } : buildData(event, reader),
  };
}

function buildData(event: PositionedEvent, reader: EventReader): EventEnvelope['data'] {
  const { resourceType, resourceId, brokerId, fromStatus, toStatus, orderId } = event;
  const details = event.details as Readonly<Record<string, unknown>>;
  const actor = showActor({ ...event, job: findStoredJob(event) }, reader);
  return {
    record: {
      type: resourceType,
      id: resourceId,
      brokerId,
      ...(toStatus !== null && { status: toStatus }),
      details: showDetails(details, resourceType, reader),
    },
    ...(toStatus !== null && { previous: { status: fromStatus } }),
    ...(orderId !== null && { orderId }),
    ...(actor && { actor }),
  };
}
