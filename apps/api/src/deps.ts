import type { Db } from '@linework/db/db';
import type { Ring } from '@linework/domain/orders/advance-order';
import type { OrderTypes } from '@linework/domain/orders/order-type';
import type { TaxSettings } from '@linework/domain/tax-receipts/tax-settings';

/** What the routes work with. Within a request that changes something, `db` may be one transaction. */
export interface Deps {
  readonly db: Db;
  /** Tells the workers to look at orders; never fails, never waits. */
  readonly ring: (rings: readonly Ring[]) => void;
  readonly orderTypes: OrderTypes;
  readonly publicUrl: string;
  /** Under which tax receipts are issued. */
  readonly tax: TaxSettings;
}
