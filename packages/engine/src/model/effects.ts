import type { EventType } from '@linework/schemas/events';

/**
 * A change that a local step requests. It is data; the engine writes it in the same statement as the step's transition.
 * The status of the resource is not an effect: the order type declares it in its `change` member.
 */
export type Effect = EmitEvent | TableEffect;

/** A change of another table. */
export interface TableEffect {
  readonly type: EffectType;
  /** The values of the columns of its type. */
  readonly row: object;
}

/**
 * A kind of change of other tables: a fragment of the statement that commits a transition. A package declares its own.
 */
export interface EffectType {
  /** A short name: the names of all fragments together are the name of the prepared statement, which has a limit. */
  readonly name: string;
  /**
   * The columns of a row, each with its type in SQL. `entry`, which refers to the order, and `keyId`, the key that
   * asked for the change, are added.
   */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * The SQL of the fragment. `$rows` stands for its rows; `moved` has the orders that were updated, with their `entry`.
   */
  readonly text: string;
  /** A condition that has to be true after the fragment has run; otherwise the whole statement fails. */
  readonly assertion?: string;
}

export interface EmitEvent {
  readonly effect: 'emit';
  readonly type: EventType;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly fromStatus?: string;
  readonly toStatus?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const isEvent = (effect: Effect): effect is EmitEvent => 'effect' in effect;

/** An effect type with a constructor of its effects, so that the rows of an effect have the columns of its type. */
export interface DefinedEffect<Row> {
  readonly type: EffectType;
  readonly effect: (row: Row) => TableEffect;
}

export const defineEffect = <Row extends object>(type: EffectType): DefinedEffect<Row> => ({
  type,
  effect: (row) => ({ type, row }),
});
