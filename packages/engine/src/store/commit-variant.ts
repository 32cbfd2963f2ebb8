import type { Arity } from '@linework/db/bulk-values';
import type { TransitionPart } from './transition-part.ts';

/**
 * How much a transition changes of the order's row: nothing, only the lease and what is counted with it, or every
 * column.
 */
export const rowChanges = ['none', 'renewal', 'full'] as const;
export type RowChange = (typeof rowChanges)[number];

/** One text of the statement that commits transitions of orders on one resource type. */
export interface CommitVariant {
  /** It is the label in the metric, and ends the name of the statement. */
  readonly name: string;
  readonly orders: Arity;
  readonly rowChange: RowChange;
  /** The fragments besides the order and its advancing steps. */
  readonly parts: readonly {
    readonly part: TransitionPart /** `one`: exactly one row. `many`: any number. */;
    readonly howMany: Arity;
  }[];
}
