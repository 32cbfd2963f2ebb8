import type { Role } from './roles.ts';
import type { Scope } from './scopes.ts';

/** A person who has signed in to the console. */
export interface SignedInOperator {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The role that an administrator has made, as it is now; none for any other. */
  readonly ownRole?: { readonly name: string; readonly scopes: readonly Scope[] } | null | undefined;
  /** The broker whose records the person sees; null for a person of the operator, who sees all. */
  readonly brokerId: string | null;
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
  /** Where the request came from: a plain IPv4 or IPv6 address. Undefined if it is unknown. */
  readonly address?: string;
  /** Whether the key may be used from an address; undefined for a key that may be used from everywhere. */
  readonly isAllowedFrom?: (address: string) => boolean;
  /** The broker is suspended: the key is valid, but every request is rejected. */
  readonly isSuspended?: true;
}

/**
 * What `operator` includes: until 1.0.0 it was needed to import numbers and SIMs and to create keys, and a key that has
 * it manages the people and the legal holds of all brokers, and exports any of them.
 */
const ofOperators: ReadonlySet<Scope> = new Set([
  'exports:create',
  'inventory:import',
  'keys:write',
  'legal-holds:read',
  'legal-holds:write',
  'people:read',
  'people:write',
]);

/** Whether the key or the person has this scope. */
export const hasScope = (caller: Pick<Caller, 'scopes'>, scope: Scope): boolean =>
  caller.scopes.includes(scope) || (ofOperators.has(scope) && caller.scopes.includes('operator'));
