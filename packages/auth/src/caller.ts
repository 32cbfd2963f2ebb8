import type { Role } from './roles.ts';
import type { Scope } from './scopes.ts';

/** A person who has signed in to the console. */
export interface SignedInOperator {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** How the person signed in. */
  readonly way: 'password' | 'openid';
  /** The password was given by an administrator, and only its change is allowed. */
  readonly mustChangePassword: boolean;
  /** The end of the session, unless it is idle or ended before. */
  readonly expiresAt: Date;
  /** Names the session, without being able to use it. */
  readonly tokenDigest: Buffer;
}

/** The owner of the key of a request, or the person who signed in. */
export interface Caller {
  /** The id of the key, or of the person: what is stored with everything that the request changes (decision 82). */
  readonly keyId: string;
  /** The person; undefined for a key. */
  readonly operator?: SignedInOperator;
  /** Null for an operator's key, which has access to every broker. */
  readonly brokerId: string | null;
  readonly scopes: readonly Scope[];
  /** The broker is suspended: the key is valid, but every request is rejected. */
  readonly isSuspended?: true;
}

/**
 * Whether the key has this scope. `operator` includes one other scope: until 1.0.0 it was needed to import numbers and
 * SIMs.
 */
export function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.scopes.includes(scope) || (scope === 'inventory:import' && caller.scopes.includes('operator'));
}
