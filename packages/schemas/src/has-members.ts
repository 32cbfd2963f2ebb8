/** For the `when` of a check between members: it is made even when a single member is at fault, so that all faults are told together. */
export const hasMembers = ({ value }: { readonly value: unknown }): boolean => typeof value === 'object' && value !== null;
