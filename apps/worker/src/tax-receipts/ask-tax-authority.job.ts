import type { LineEngine } from '@linework/lines/model/line-engine';
import type { Partners } from '@linework/partners/partners';
import { pollDueReceipts } from '@linework/tax-receipts/poll-due-receipts';

interface AskTaxAuthorityDeps extends Pick<LineEngine, 'db' | 'log' | 'settings'> {
  readonly partners: Pick<Partners, 'taxAuthority'>;
  readonly responseLimitMs?: number | undefined;
}

export function askTaxAuthorityHandler({ db, log, responseLimitMs, settings: { leaseMs }, partners: { taxAuthority } }: AskTaxAuthorityDeps) {
  return async (): Promise<void> => {
    await pollDueReceipts({ db, log, leaseMs, taxAuthority, responseLimitMs });
  };
}
