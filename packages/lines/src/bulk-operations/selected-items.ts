import type { InvalidItem } from '@linework/http/request/each-alone';
import { validationError } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';
import { buildItemProblem } from './waiting-items.ts';

/** The ids of a request; in place of one that is not a UUID there is an `InvalidItem`. */
export type SentIds = readonly (string | InvalidItem)[];

/** An item of a new bulk operation: an id, or none where what was sent is none; and why it is refused, if it is. */
export interface SelectedItem {
  readonly id: string | null;
  readonly problem: Problem | null;
}

/** The distinct valid ids. */
export const readIds = (sent: SentIds): readonly string[] => [...new Set(sent.filter((id) => typeof id === 'string'))];

/**
 * The items in the order in which they were sent. One that is malformed, repeated or not found is refused, and keeps no
 * other from being processed.
 */
export function selectItems(
  name: 'lineIds' | 'orderIds',
  sent: SentIds,
  findProblem: (id: string) => Problem | null,
): readonly SelectedItem[] {
  const seen = new Set<string>();
  return sent.map((id, at) => {
    const pointer = `/${name}/${at}`;
    if (typeof id !== 'string')
      return { id: null, problem: validationError(id.errors.map(({ detail }) => ({ detail, pointer }))) };
    if (seen.has(id)) return { id: null, problem: validationError([{ detail: 'is listed before', pointer }]) };
    seen.add(id);
    return { id, problem: findProblem(id) };
  });
}

/** The items as the columns of a statement. */
export const toItemColumns = (items: readonly SelectedItem[]) => ({
  ids: items.map(({ id }) => id),
  problems: items.map(({ problem }) => problem && buildItemProblem(problem)),
});
