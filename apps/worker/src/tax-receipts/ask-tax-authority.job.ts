import type { Db } from '@linework/db/db';
import type { EnginePorts } from '@linework/engine/execution/advance-order';
import type { Partners } from '@linework/partners/partners';
import { pollDueReceipts } from '@linework/tax-receipts/poll-due-receipts';

interface AskTaxAuthorityDeps extends Pick<EnginePorts<never>, 'log' | 'settings'> {
  readonly db: Pick<Db, 'query' | 'isTransaction'>;
  readonly partners: Pick<Partners, 'taxAuthority'>;
  readonly responseLimitMs?: number | undefined;
}

export function askTaxAuthorityHandler({
  db,
  log,
  responseLimitMs,
  settings: { leaseMs },
  partners: { taxAuthority },
}: AskTaxAuthorityDeps) {
  return async (): Promise<void> => {
    await pollDueReceipts({ db, log, leaseMs, taxAuthority, responseLimitMs });
  };
}
