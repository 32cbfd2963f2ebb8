import type { Caller } from '@linework/auth/caller';

/** The filter that restricts a caller to the records of its own broker. An operator sees all records. */
export const visibleTo = ({ brokerId }: Pick<Caller, 'brokerId'>) => (brokerId === null ? {} : { brokerId });
