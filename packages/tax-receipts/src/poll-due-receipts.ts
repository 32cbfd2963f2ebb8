import { type CallDeps, makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { type AuthorityDeps, askAuthority } from './call-authority.ts';
import { acquireDueReceipts } from './receipt-lease.ts';
import { receiptCall } from './receipt-snapshot.ts';

/**
 * Calls the tax authority about every receipt that is due: its call had no response, or its caller has died. May run in
 * several processes at once; returns how many receipts were processed.
 */
export function pollDueReceipts(deps: AuthorityDeps & CallDeps): Promise<number> {
  return makeDueCalls(deps, {
    call: receiptCall,
    acquire: acquireDueReceipts,
    make: async (receipt) => void (await askAuthority(deps, receipt)),
  });
}
