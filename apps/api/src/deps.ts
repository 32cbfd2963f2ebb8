import type { Db } from '@linework/db/db';
import type { CatalogOnDb } from '@linework/domain/catalog/catalog';
import type { Ring } from '@linework/domain/orders/advance-order';
import type { OrderBook } from '@linework/domain/orders/order-book';
import type { OrderTypes } from '@linework/domain/orders/order-type';
import type { Partners } from '@linework/domain/partners/partners';
import type { KeyWrapper } from '@linework/domain/secrets/key-wrapping';
import type { TaxSettings } from '@linework/domain/tax-receipts/tax-settings';
import type { Draw } from '@linework/tax-documents/paper/draw-in-thread';
import type { InTurn } from './limits/cost-shares.ts';

/** What the routes work with. Within a request that changes something, `db` may be one transaction. */
export interface Deps {
  readonly db: Db;
  /** Tells the workers to look at orders; never fails, never waits. */
  readonly ring: (rings: readonly Ring[]) => void;
  readonly orderTypes: OrderTypes;
  readonly orderBook: OrderBook;
  readonly catalog: CatalogOnDb;
  readonly publicUrl: string;
  /** The companies that are worked with beside the network. */
  readonly partners: Partners;
  /** Under which tax receipts are issued. */
  readonly tax: TaxSettings;
  /** For the keys of secrets; without it none can be stored. */
  readonly keyWrapper?: KeyWrapper | undefined;
  /** Does a piece of dear work for a caller when it is the caller's turn. */
  readonly inTurn: InTurn;
  /** Draws a tax receipt on paper. */
  readonly draw: Draw;
}
