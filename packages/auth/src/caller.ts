import type { Scope } from './scopes.ts';

/** Who sent a request, as its key tells. */
export interface Caller {
  readonly keyId: string;
  /** Null for an operator's key, which sees every broker. */
  readonly brokerId: string | null;
  readonly scopes: readonly Scope[];
  /** Its broker is suspended: the key is known, and everything it asks for is refused. */
  readonly isSuspended?: true;
}

/** Whether the caller was given this scope by name; `operator` brings no other scope with it. */
export function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.scopes.includes(scope);
}
