import type { Scope } from './scopes.ts';

/** The owner of the key of a request. */
export interface Caller {
  readonly keyId: string;
  /** Null for an operator's key, which has access to every broker. */
  readonly brokerId: string | null;
  readonly scopes: readonly Scope[];
  /** The broker is suspended: the key is valid, but every request is rejected. */
  readonly isSuspended?: true;
}

/** Whether the key has this scope. `operator` includes no other scope. */
export function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.scopes.includes(scope);
}
