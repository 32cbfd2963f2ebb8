import type { AskingDeps } from '@linework/domain/tax-receipts/ask-due-receipts';
import { askDueReceipts } from '@linework/domain/tax-receipts/ask-due-receipts';

export function askTaxAuthorityHandler(deps: AskingDeps) {
  return async (): Promise<void> => {
    await askDueReceipts(deps);
  };
}
