import { randomUUID } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import { scopes } from '@linework/auth/scopes';

/** A caller of a broker with every scope of a broker. */
export function aCallerOf({ id }: { readonly id: string }): Caller {
  return { keyId: randomUUID(), brokerId: id, scopes: scopes.filter((scope) => scope !== 'operator') };
}

/** An operator, who has access to every broker. */
export function anOperator(): Caller {
  return { keyId: randomUUID(), brokerId: null, scopes: [...scopes] };
}
