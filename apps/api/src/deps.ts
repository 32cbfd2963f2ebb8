import type { Db } from '@linework/db/db';
import type { TransactionalCatalog } from '@linework/domain/catalog/catalog';
import type { WakeUp } from '@linework/domain/orders/advance-order';
import type { OrderQueries } from '@linework/domain/orders/order-queries';
import type { OrderTypes } from '@linework/domain/orders/order-type';
import type { Partners } from '@linework/domain/partners/partners';
import type { KeyWrapper } from '@linework/domain/secrets/key-wrapping';
import type { TaxSettings } from '@linework/domain/tax-receipts/tax-settings';
import type { DrawPdf } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import type { RunInTurn } from './limits/cost-limiter.ts';

/** What the routes work with. Within a request that changes something, `db` may be one transaction. */
export interface Deps {
  readonly db: Db;
  /** Tells the workers to look at orders; never fails, never waits. */
  readonly notify: (rings: readonly WakeUp[]) => void;
  readonly orderTypes: OrderTypes;
  readonly orderQueries: OrderQueries;
  readonly catalog: TransactionalCatalog;
  readonly publicUrl: string;
  /** The companies that are worked with beside the network. */
  readonly partners: Partners;
  /** Under which tax receipts are issued. */
  readonly tax: TaxSettings;
  /** For the keys of secrets; without it none can be stored. */
  readonly keyWrapper?: KeyWrapper | undefined;
  /** Does a piece of dear work for a caller when it is the caller's turn. */
  readonly runInTurn: RunInTurn;
  /** Draws a tax receipt on paper. */
  readonly drawPdf: DrawPdf;
}
