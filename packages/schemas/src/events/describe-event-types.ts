import type { Lifecycle } from '@linework/lifecycle/define-lifecycle';
import { z } from 'zod';
import {
  describeEvent,
  type EventResourceType,
  type EventType,
  eventType,
  eventTypes,
  findEventResource,
  statusEvents,
} from '../events.ts';
import { lifecycles } from '../lifecycles/lifecycles.ts';
import { type EventEnvelope, eventEnvelope } from './event-envelope.ts';

const eventsByLifecycle: Readonly<Record<string, Readonly<Record<string, string>>>> = statusEvents;

interface EventTransitions {
  /** The statuses before; null stands for a new record. */
  readonly from: readonly (string | null)[];
  readonly to: string;
}

/** Finds the transitions of which an event tells; undefined if it is not the event of a status. */
function findEventTransitions(type: EventType, lifecycles: readonly object[]): EventTransitions | undefined {
  for (const lifecycle of lifecycles as readonly Lifecycle[]) {
    const to = Object.entries(eventsByLifecycle[lifecycle.name] ?? {}).find(([, event]) => event === type)?.[0];
    if (to === undefined) continue;
    const moves = lifecycle.moves.filter((move) => move.to === to).map(({ from }) => from);
    // A new broker has an event of its own.
    return { from: [...new Set(moves)].filter((from) => from !== null || type !== eventType('broker.resumed')), to };
  }
  return undefined;
}

export interface EventTypeDocument {
  readonly type: EventType;
  readonly description: string;
  readonly resourceType: EventResourceType;
  /**
   * The statuses that the record may have had before, and the one that it has since; absent if the event is no change
   * of status.
   */
  readonly from?: readonly (string | null)[];
  readonly to?: string;
  /** The JSON Schema of the event. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example: EventEnvelope;
}

/** Describes an event type for `GET /event-types`, the OpenAPI and AsyncAPI documents and the page. */
function describeEventType(type: EventType): EventTypeDocument {
  const resourceType = findEventResource(type);
  const transitions = findEventTransitions(type, lifecycles);
  return {
    type,
    description: describeEvent(type),
    resourceType,
    ...(transitions && { from: transitions.from, to: transitions.to }),
    schema: narrowSchema(type, resourceType, transitions?.to),
    example: buildExample(
      type,
      resourceType,
      transitions && { status: transitions.to, previous: transitions.from[0] ?? null },
    ),
  };
}

/** All event types, in the order of their names. */
export const describeEventTypes = (): readonly EventTypeDocument[] => [...eventTypes].sort().map(describeEventType);

/** The schema of the envelope, with what is the same in all events of a type. */
function narrowSchema(
  type: EventType,
  resourceType: string,
  status: string | undefined,
): Readonly<Record<string, unknown>> {
  const schema = buildEnvelopeSchema();
  const properties = schema['properties'] as Json;
  const data = properties['data'] as Json;
  const dataProperties = data['properties'] as Json;
  const record = dataProperties['record'] as Json;
  const recordProperties = {
    ...(record['properties'] as Json),
    type: { const: resourceType },
    ...(status !== undefined && { status: { const: status } }),
  };
  const narrowedData = {
    ...data,
    properties: { ...dataProperties, record: { ...record, properties: recordProperties } },
  };
  return { ...schema, properties: { ...properties, type: { const: type }, data: narrowedData } };
}

/** Without references: a reader of one schema, or of a document that contains it, must not look elsewhere. */
function buildEnvelopeSchema(): Json {
  const { $defs } = z.toJSONSchema(eventEnvelope, { io: 'input' }) as {
    readonly $defs: Readonly<Record<string, Json>>;
  };
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as Json;
    const definition = typeof $ref === 'string' ? $defs[$ref.replace('#/$defs/', '')] : undefined;
    return Object.fromEntries(
      Object.entries({ ...definition, ...rest }).map(([name, member]) => [name, inline(member)]),
    );
  };
  const schema = $defs['EventEnvelope'];
  if (schema === undefined) throw new Error('The envelope of an event has no schema.');
  return inline(schema) as Json;
}

type Json = Readonly<Record<string, unknown>>;

const exampleIds = {
  event: '00000000-126b-8f2c-9a6e-0d3c5b7a9e11',
  record: '018f6f3e-7b1a-7c3e-9d55-2f4c1b8a6e01',
  broker: '018f6f3e-5a00-7d2b-8c11-9e7f3a5b4c02',
};
const exampleTime = '2026-11-25T03:00:00.123Z';

function buildExample(
  type: EventType,
  resourceType: string,
  change: { readonly status: string; readonly previous: string | null } | undefined,
): EventEnvelope {
  return {
    specversion: '1.0',
    id: exampleIds.event,
    source: `/brokers/${exampleIds.broker}`,
    type,
    time: exampleTime,
    subject: `${resourceType}/${exampleIds.record}`,
    datacontenttype: 'application/json',
    timestamp: exampleTime,
    position: 4711,
    data: {
      record: {
        type: resourceType,
        id: exampleIds.record,
        brokerId: exampleIds.broker,
        ...(change && { status: change.status }),
        details: {},
      },
      ...(change && { previous: { status: change.previous } }),
    },
  };
}
