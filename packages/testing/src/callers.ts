import { randomUUID } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import { scopes } from '@linework/auth/scopes';

/** A caller of a broker who may do everything that a broker may. */
export function aCallerOf({ id }: { readonly id: string }): Caller {
  return { keyId: randomUUID(), brokerId: id, scopes: scopes.filter((scope) => scope !== 'operator') };
}

/** An operator, who sees every broker. */
export function anOperator(): Caller {
  return { keyId: randomUUID(), brokerId: null, scopes: [...scopes] };
}
