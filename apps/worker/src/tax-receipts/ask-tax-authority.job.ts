import type { Partners } from '@linework/partners/partners';
import { pollDueReceipts } from '@linework/tax-receipts/poll-due-receipts';
import type { WorkerEngine } from '../engine.ts';

interface AskTaxAuthorityDeps extends Pick<WorkerEngine, 'db' | 'log' | 'settings'> {
  readonly partners: Pick<Partners, 'taxAuthority'>;
  readonly responseLimitMs?: number | undefined;
}

export function askTaxAuthorityHandler({ db, log, responseLimitMs, settings: { leaseMs }, partners: { taxAuthority } }: AskTaxAuthorityDeps) {
  return async (): Promise<void> => {
    await pollDueReceipts({ db, log, leaseMs, taxAuthority, responseLimitMs });
  };
}
