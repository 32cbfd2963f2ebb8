import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Partners } from '@linework/domain/partners/partners';
import type { KeyWrapper } from '@linework/domain/secrets/key-wrapping';
import type { TaxSettings } from '@linework/domain/tax-receipts/tax-settings';

/** What a demo is laid with. */
export interface DemoTools {
  /** For the secrets of SIMs. */
  readonly keyWrapper: KeyWrapper;
  /** The one transaction that all of it is laid in: nobody else sees a record before the partners have answered for it. */
  readonly db: Db;
  /** Who publishes offers. */
  readonly operator: Caller;
  readonly partners: Partners;
  readonly tax: TaxSettings;
}

/** The same at the desk of one broker. */
export interface DemoContext extends DemoTools {
  readonly caller: Caller;
  readonly brokerId: string;
}
