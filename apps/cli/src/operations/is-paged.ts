import type { Operation } from '@linework/sdk/operation';

/** Whether a list has pages. A report of all groups has none. */
export const isPaged = ({ isList, query }: Pick<Operation, 'isList' | 'query'>): boolean =>
  isList && query.some(({ name }) => name === 'limit');
