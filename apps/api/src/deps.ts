import type { TransactionalCatalog } from '@linework/catalog/catalog';
import type { Db } from '@linework/db/db';
import type { WakeUp } from '@linework/engine/execution/advance-order';
import type { OrderTypes } from '@linework/engine/model/order-type';
import type { OrderQueries } from '@linework/orders/order-queries';
import type { Partners } from '@linework/partners/partners';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import type { DrawPdf } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import type { AddressPolicy } from '@linework/webhooks/address/address-policy';
import type { RunInTurn } from './limits/cost-limiter.ts';

/** The dependencies of the routes. In a request that changes something, `db` may be one transaction. */
export interface Deps {
  readonly db: Db;
  /** Sends wake-ups of orders to the workers. Never fails and never waits. */
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
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
  /** Runs one piece of expensive work when the limits of the caller allow it. */
  readonly runInTurn: RunInTurn;
  readonly webhooks: {
    readonly addressPolicy: AddressPolicy;
    /** The endpoints that a broker may have. */
    readonly endpointLimit: number;
    /** How long a test waits for the worker. */
    readonly sampleLimitMs?: number;
  };
  /** Draws a tax receipt as a PDF. */
  readonly drawPdf: DrawPdf;
}
