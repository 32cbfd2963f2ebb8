import type { Caller } from '@linework/auth/caller';

/** The filter that keeps a caller to its own broker's records; an operator's key sees all. */
export const visibleTo = ({ brokerId }: Pick<Caller, 'brokerId'>) => (brokerId === null ? {} : { brokerId });
