/**
 * Use it as the `when` of a check between members. The check then runs even if another member is invalid, so that all
 * errors are reported together.
 */
export const hasMembers = ({ value }: { readonly value: unknown }): boolean =>
  typeof value === 'object' && value !== null;
