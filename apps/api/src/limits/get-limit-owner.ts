import type { Caller } from '@linework/auth/caller';

/**
 * Returns the owner of the limit for a request: all keys of a broker share one limit, and each operator's key has its
 * own.
 */
export const getLimitOwner = ({ brokerId, keyId }: Caller): string => brokerId ?? keyId;
