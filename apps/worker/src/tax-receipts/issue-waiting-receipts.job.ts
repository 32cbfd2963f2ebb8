import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { TaxSettings } from '@linework/tax-documents/tax-settings';
import { issueWaitingReceipts } from '@linework/tax-receipts/issue-receipt';

interface IssueWaitingReceiptsDeps {
  readonly db: Db;
  readonly log: Log;
  readonly tax?: TaxSettings | undefined;
}

export function issueWaitingReceiptsHandler({ db, log, tax }: IssueWaitingReceiptsDeps) {
  return async (): Promise<void> => {
    if (tax) await issueWaitingReceipts({ db, log, tax });
  };
}
