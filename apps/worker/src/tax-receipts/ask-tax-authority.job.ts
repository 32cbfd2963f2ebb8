import type { Engine } from '@linework/domain/orders/advance-order';
import type { Partners } from '@linework/domain/partners/partners';
import { askDueReceipts } from '@linework/domain/tax-receipts/ask-due-receipts';

interface Asking extends Pick<Engine, 'db' | 'log' | 'settings'> {
  readonly partners: Pick<Partners, 'taxAuthority'>;
  readonly answerLimitMs?: number | undefined;
}

export function askTaxAuthorityHandler({ db, log, answerLimitMs, settings: { leaseMs }, partners: { taxAuthority } }: Asking) {
  return async (): Promise<void> => {
    await askDueReceipts({ db, log, leaseMs, taxAuthority, answerLimitMs });
  };
}
