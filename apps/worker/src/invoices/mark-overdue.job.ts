import type { Db } from '@linework/db/db';
import { markOverdue } from '@linework/invoices/mark-overdue';

export function markOverdueHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await markOverdue(db);
  };
}
