import type { TransactionalCatalog } from '@linework/catalog/catalog';
import type { Db } from '@linework/db/db';
import type { RowWaiter } from '@linework/db/row-waiter';
import type { OrderTypes } from '@linework/engine/model/order-type';
import type { FeedTail } from '@linework/events/feed/feed-tail';
import type { OrderQueries } from '@linework/orders/order-queries';
import type { OrderWaiter } from '@linework/orders/order-waiter';
import type { Partners } from '@linework/partners/partners';
import type { ReadableQueues } from '@linework/queue/read-queues';
import type { WakeUp } from '@linework/schemas/jobs';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import type { RegisterRange } from '@linework/systems/range-registry/create-range-registry';
import type { DrawPdf } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import type { AddressPolicy } from '@linework/webhooks/address/address-policy';
import type { RunInTurn } from '../limits/cost-limiter.ts';
import type { NotificationLimit } from '../limits/notification-limit.ts';
import type { StreamLimiter } from '../limits/open-streams.ts';

/** The dependencies of the routes. In a request that changes something, `db` may be one transaction. */
export interface Deps {
  readonly db: Db;
  /** Sends wake-ups of orders to the workers. Never fails and never waits. */
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
  /** Reads the queues. Rejects if they are not reachable. */
  readonly readQueues: () => Promise<ReadableQueues>;
  readonly orderTypes: OrderTypes;
  readonly orderQueries: OrderQueries;
  readonly catalog: TransactionalCatalog;
  readonly publicUrl: string;
  /** The external companies other than the network. */
  readonly partners: Partners;
  /** The settings for issuing tax receipts. */
  readonly tax: TaxSettings;
  /** Wraps the data keys of secrets. Without it no secret can be stored. */
  readonly keyWrapper?: KeyWrapper | undefined;
  /** Runs one unit of expensive work when the limits of the caller allow it. */
  readonly runInTurn: RunInTurn;
  /** The group of new brokers and of operators' keys, if this installation is one of several cells. */
  readonly cellGroup?: string | undefined;
  /** Registers ranges and series with the registry of all cells; undefined for the only installation. */
  readonly registerRange?: RegisterRange | undefined;
  /** A bulk operation of a person with more items waits for another person. */
  readonly bulk: { readonly secondPersonAbove: number };
  /** How long an export of a broker or of a holder may take. */
  readonly exportLimitMs: number;
  readonly webhooks: {
    readonly addressPolicy: AddressPolicy;
    /** The endpoints that a broker may have. */
    readonly endpointLimit: number;
    /** How long a test waits for the worker. */
    readonly sampleLimitMs?: number;
  };
  /** The end of the feed of events in memory, shared by all that wait for events. */
  readonly feedTail: FeedTail;
  /** Counts the open streams of each broker. */
  readonly streams: StreamLimiter;
  /** Spaces the notifications about each order. */
  readonly notificationLimit: NotificationLimit;
  /** Counts the exports of each broker that run. */
  readonly exports: StreamLimiter;
  /** The orders that requests wait for. */
  readonly orderWaiter: OrderWaiter;
  /** The samples to webhook endpoints that requests wait for. */
  readonly sampleWaiter: RowWaiter;
  /** Aborted when this process stops: whoever waits then answers at once. */
  readonly stopping: AbortSignal;
  /** Draws a tax receipt as a PDF. */
  readonly drawPdf: DrawPdf;
}

/** What the limits of a caller add. */
export type LimitDeps = 'runInTurn' | 'streams' | 'exports' | 'notificationLimit';
