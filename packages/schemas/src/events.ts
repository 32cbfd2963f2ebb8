import type { Scope } from '@linework/auth/scopes';
import { eventCatalogue } from './event-catalogue.ts';
import type { JobName } from './jobs.ts';
import type { BrokerStatus } from './lifecycles/broker.lifecycle.ts';
import type { BulkOperationStatus } from './lifecycles/bulk-operation.lifecycle.ts';
import type { DriftStatus } from './lifecycles/drift.lifecycle.ts';
import type { InvoiceStatus } from './lifecycles/invoice.lifecycle.ts';
import type { LineStatus } from './lifecycles/line.lifecycle.ts';
import type { MoveInStatus } from './lifecycles/move-in.lifecycle.ts';
import type { OrderRequest, OrderStatus } from './lifecycles/order.lifecycle.ts';
import type { PaymentStatus } from './lifecycles/payment.lifecycle.ts';
import type { PaymentMethodStatus } from './lifecycles/payment-method.lifecycle.ts';
import type { PortInStatus } from './lifecycles/port-in.lifecycle.ts';
import type { PortOutStatus } from './lifecycles/port-out.lifecycle.ts';
import type { RefundStatus } from './lifecycles/refund.lifecycle.ts';
import type { ResourceStatus } from './lifecycles/resource.lifecycle.ts';
import type { SubscriptionStatus } from './lifecycles/subscription.lifecycle.ts';
import type { TaxReceiptStatus } from './lifecycles/tax-receipt.lifecycle.ts';

type Catalogue = typeof eventCatalogue;

/** The kinds of records that events are about. */
export type EventResourceType = keyof Catalogue;
export const eventResourceTypes = Object.keys(eventCatalogue) as [EventResourceType, ...EventResourceType[]];

type TypesOf<Kind extends EventResourceType> = Catalogue[Kind]['events'];
export type EventType = { [Kind in EventResourceType]: keyof TypesOf<Kind> }[EventResourceType];

interface EventRow {
  readonly about: EventResourceType;
  readonly to?: string;
  readonly request?: string;
  readonly actor: JobName | 'order' | 'request';
  readonly text: string;
}

const rows = Object.fromEntries(
  eventResourceTypes.flatMap((about) =>
    Object.entries(eventCatalogue[about].events).map(([type, row]) => [type, { about, ...row }]),
  ),
) as Readonly<Record<EventType, EventRow>>;

export const eventTypes = Object.keys(rows) as [EventType, ...EventType[]];

/** Names an event in code and in statements. A name that the catalogue does not have is an error of the compiler. */
export function eventType<const Type extends EventType>(type: Type): Type {
  return type;
}

type TypesBy<Kind extends EventResourceType, Key extends 'to' | 'request'> = {
  readonly [Type in keyof TypesOf<Kind> as TypesOf<Kind>[Type] extends {
    readonly [K in Key]: infer Value extends string;
  }
    ? Value
    : never]: Type;
};

/** The types of a kind by the status that the record enters, or by the request that they tell. */
const typesBy = <Kind extends EventResourceType, Key extends 'to' | 'request'>(kind: Kind, key: Key) =>
  Object.fromEntries(
    eventTypes.flatMap((type) => {
      const { about, [key]: value } = rows[type];
      return about === kind && value !== undefined ? [[value, type]] : [];
    }),
  ) as TypesBy<Kind, Key>;

export const lineStatusEvents = typesBy('line', 'to') satisfies Record<LineStatus, string>;
export const orderStatusEvents = typesBy('order', 'to') satisfies Record<OrderStatus, string>;
export const resourceStatusEvents = typesBy('resource', 'to') satisfies Record<ResourceStatus, string>;
export const bulkOperationStatusEvents = typesBy('bulk-operation', 'to') satisfies Record<BulkOperationStatus, string>;
export const moveInStatusEvents = typesBy('move-in', 'to') satisfies Record<MoveInStatus, string>;
const driftStatusEvents = typesBy('drift', 'to') satisfies Record<DriftStatus, string>;
export const subscriptionStatusEvents = typesBy('subscription', 'to') satisfies Record<SubscriptionStatus, string>;
export const invoiceStatusEvents = typesBy('invoice', 'to') satisfies Record<InvoiceStatus, string>;
export const paymentMethodStatusEvents = typesBy('payment-method', 'to') satisfies Record<PaymentMethodStatus, string>;
export const paymentStatusEvents = typesBy('payment', 'to') satisfies Record<PaymentStatus, string>;
export const refundStatusEvents = typesBy('refund', 'to') satisfies Record<RefundStatus, string>;
export const taxReceiptStatusEvents = typesBy('tax-receipt', 'to') satisfies Record<TaxReceiptStatus, string>;
export const portInStatusEvents = typesBy('port-in', 'to') satisfies Record<PortInStatus, string>;
export const portOutStatusEvents = typesBy('port-out', 'to') satisfies Record<PortOutStatus, string>;
/** Except at its creation, which is `broker.created`. */
const brokerStatusEvents = typesBy('broker', 'to') satisfies Record<BrokerStatus, string>;

/** The event for each request on an order. Its effects have their own events. */
export const orderRequestEvents = typesBy('order', 'request') satisfies Record<OrderRequest, string>;

/** The event for each status, by the lifecycle of the record. */
export const statusEvents = {
  line: lineStatusEvents,
  order: orderStatusEvents,
  resource: resourceStatusEvents,
  'bulk-operation': bulkOperationStatusEvents,
  'move-in': moveInStatusEvents,
  drift: driftStatusEvents,
  subscription: subscriptionStatusEvents,
  invoice: invoiceStatusEvents,
  'payment-method': paymentMethodStatusEvents,
  payment: paymentStatusEvents,
  refund: refundStatusEvents,
  'tax-receipt': taxReceiptStatusEvents,
  'port-in': portInStatusEvents,
  'port-out': portOutStatusEvents,
  broker: brokerStatusEvents,
} as const;

/** What happened, in one sentence. */
export const describeEvent = (type: EventType): string => rows[type].text;

/** The statuses of a kind that has events of them. */
export type StatusOfKind<Kind extends keyof typeof statusEvents> = keyof (typeof statusEvents)[Kind] & string;

/** Who writes events of this type without a key: a job, the job of the order, or nobody. */
export const findEventActor = (type: EventType): JobName | 'order' | 'request' => rows[type].actor;

/** The kind of record that events of this type are about. */
export const findEventResource = (type: EventType): EventResourceType => rows[type].about;

type Reader = { readonly scope: Scope; readonly isOfCompany: boolean };

/** Who reads a record. An unknown kind, such as one of a plugged-in engine, needs the operator. */
const findReader = (resourceType: string): Reader =>
  (eventCatalogue as Readonly<Record<string, Reader>>)[resourceType] ?? { scope: 'operator', isOfCompany: false };

/** The scope that reads a record. */
export const findReadScope = (resourceType: string): Scope => findReader(resourceType).scope;

/** Whether a record is about the company, so that people in the console read its names. */
export const isOfCompany = (resourceType: string): boolean => findReader(resourceType).isOfCompany;

/** The properties of an event without a key that determine its job. */
interface EventWithoutKey {
  readonly type: string;
  readonly job: string | null;
  readonly orderId: string | null;
}

const orderedKinds = new Set(
  Object.values(rows)
    .filter(({ actor }) => actor === 'order')
    .map(({ about }) => about),
);

/**
 * Finds the job that wrote an event; undefined where only requests write it. Events of earlier versions do not store
 * their job, and what has an order comes from the job that advances it.
 */
export function findEventJob({ type, job, orderId }: EventWithoutKey): JobName | undefined {
  if (job !== null) return job as JobName;
  const { about, actor } = (rows as Readonly<Record<string, EventRow>>)[type] ?? {};
  if (about !== undefined && orderId !== null && orderedKinds.has(about)) return 'advance-order';
  return actor === 'order' || actor === 'request' ? undefined : (actor as JobName | undefined);
}
