import { type Caller, hasScope } from '@linework/auth/caller';
import type { Scope } from '@linework/auth/scopes';
import { missingScope } from '@linework/problem-details/make-problem';
import type { BulkOperationKind } from '@linework/schemas/bulk-operations/bulk-operation';

/** Raises missing-scope when the key may not request the operation on a single line or order: then it may not request it on many either. */
export function assertScopeOf(operation: BulkOperationKind, caller: Caller): void {
  const scope = scopes[operation];
  if (scope !== undefined && !hasScope(caller, scope)) throw missingScope(scope);
}

const scopes: Partial<Readonly<Record<BulkOperationKind, Scope>>> = {
  delete: 'lines:delete',
  retry: 'orders:write',
  rollback: 'orders:write',
  cancel: 'orders:write',
  close: 'operator',
};
