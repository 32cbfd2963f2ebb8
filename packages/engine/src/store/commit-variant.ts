import type { Arity } from '@linework/db/bulk-values';
import type { TransitionPart } from './transition-part.ts';

/** One text of the statement that commits transitions of orders on one resource type. */
export interface CommitVariant {
  /** It is the label in the metric, and ends the name of the statement. */
  readonly name: string;
  readonly orders: Arity;
  /** False if the orders only continue under the same lease. */
  readonly isFullUpdate: boolean;
  /** The fragments besides the order and its advancing steps. */
  readonly parts: readonly { readonly part: TransitionPart /** `one`: exactly one row. `many`: any number. */; readonly howMany: Arity }[];
}
