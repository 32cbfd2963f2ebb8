import type {
  Broker,
  BulkOperation,
  Event,
  Holder,
  Invoice,
  Line,
  NumberRange,
  Order,
  Payment,
  PaymentMethod,
  PortIn,
  PortOut,
  Refund,
  Resource,
  ResourcePool,
  Subscription,
  TaxReceipt,
} from '../generated/types.ts';

/** The record of an event, by the first part of its type. */
interface Records {
  readonly bulk_operation: BulkOperation;
  readonly broker: Broker;
  readonly holder: Holder;
  readonly invoice: Invoice;
  readonly line: Line;
  readonly order: Order;
  readonly payment: Payment;
  readonly payment_method: PaymentMethod;
  readonly pool: ResourcePool;
  readonly port_in: PortIn;
  readonly port_out: PortOut;
  readonly range: NumberRange;
  readonly refund: Refund;
  readonly resource: Resource;
  readonly subscription: Subscription;
  readonly tax_receipt: TaxReceipt;
}

export type EventType = Event['type'];

type RecordOf<Type extends EventType> = Type extends `${infer Noun}.${string}` ? (Noun extends keyof Records ? Records[Noun] : { readonly id: string }) : never;

/** An event of the feed or of a webhook: a CloudEvent 1.0. */
interface EventOf<Type extends EventType> {
  readonly specversion: '1.0';
  /** The same in the feed and in every try of every webhook: dedupe by it. */
  readonly id: string;
  readonly source: string;
  readonly type: Type;
  readonly time: string;
  readonly timestamp: string;
  readonly subject: string;
  readonly data: {
    /** The record after the event. With the payload `thin`, and where the key may not see the rest, some members are missing. */
    readonly record: Partial<RecordOf<Type>> & { readonly id: string };
    readonly previous?: { readonly status?: string };
  };
  /** The place of the event in the feed. */
  readonly position: number;
  readonly orderId?: string;
  readonly actor?: Event['actor'];
}

/** Every event. `type` tells which record it has. */
export type LineworkEvent = { [Type in EventType]: EventOf<Type> }[EventType];
