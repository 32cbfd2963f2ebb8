import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Partners } from '@linework/partners/partners';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';

/** The dependencies of the seed functions. */
export interface DemoTools {
  /** Wraps the data keys that encrypt SIM secrets. */
  readonly keyWrapper: KeyWrapper;
  /** One transaction for the whole demo, so that no other reader sees a record before the partners have answered. */
  readonly db: Db;
  /** The caller that publishes offers. */
  readonly operator: Caller;
  readonly partners: Partners;
  readonly tax: TaxSettings;
}

/** The dependencies with the caller of one broker. */
export interface DemoContext extends DemoTools {
  readonly caller: Caller;
  readonly brokerId: string;
}
