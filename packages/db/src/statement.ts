import { bindNames, orderValues, type ValuesOf, type ValueTypes } from './named-values.ts';

/**
 * Defines a named SQL statement. PostgreSQL plans it once per connection and keeps the generic plan, unless a custom
 * plan for the values has a lower estimated cost: then it plans each time. Lookups by `ANY(:ids)` have that lower cost,
 * because the array may be short; lookups by `ANY(ARRAY(SELECT unnest(:ids)))` do not.
 */
export interface Statement<Values = never, Row = unknown> extends StatementText {
  /** Puts the values in the order of their positions in the text. */
  inOrder(values: Values): readonly unknown[];
  /**
   * Says more about columns than PostgreSQL knows: the shape of JSON, the texts that a column can have, or that it is
   * not null here. TypeScript rejects a column that the statement does not return and a type that its value cannot
   * have.
   */
  returns<Known extends Narrower<Row, Known>>(): Statement<Values, Narrowed<Row, Known>>;
  /** Only a type. */
  readonly row?: Row;
}

/** What is sent to PostgreSQL. */
export interface StatementText {
  /** The name of the prepared statement. Empty for a statement that is planned with its values each time. */
  readonly name: string;
  readonly text: string;
  readonly limits?: StatementLimits;
}

/** Limits that differ from the usual ones. They are set on the server, for this statement only. */
export interface StatementLimits {
  /** The server cancels the statement after this time. */
  readonly timeoutMs?: number;
  /** The server cancels the statement if it waits longer than this for a lock. `isLockTimeout` recognizes the error. */
  readonly lockTimeoutMs?: number;
}

/**
 * The rows of each statement by its name. Each package declares its own in `src/generated/rows.ts`, which `npm run
 * generate` writes from what PostgreSQL describes.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: packages add to it
export interface Rows {}

/** The row of a statement that `npm run generate` has not described. */
interface RunNpmRunGenerate {
  readonly undescribed?: never;
}

type RowNamed<Name extends string> = string extends Name
  ? RunNpmRunGenerate
  : [Extract<keyof Rows, Name>] extends [never]
    ? RunNpmRunGenerate
    : Rows[Extract<keyof Rows, Name>];

export interface AnyStatement extends StatementText {
  inOrder(values: never): readonly unknown[];
  readonly row?: unknown;
}

/** The row of a statement: `RowOf<typeof lockStatement>`. */
export type RowOf<Queried extends AnyStatement> = NonNullable<Queried['row']>;

/**
 * What follows a statement that is run: its values, or nothing if it has none. One of several statements takes the
 * values of all.
 */
export type Given<Queried extends AnyStatement> = keyof ValuesFor<Queried> extends never
  ? readonly []
  : readonly [values: ValuesFor<Queried>];

type ValuesFor<Queried extends AnyStatement> = (
  Queried extends { inOrder(values: infer Values): unknown }
    ? (values: Values) => void
    : never
) extends (values: infer Values) => void
  ? Values
  : never;

/**
 * What a row may be said to be: a part of what PostgreSQL describes. JSON, which PostgreSQL does not describe, has no
 * dates.
 */
type Narrower<Row, Known> = RunNpmRunGenerate extends Row
  ? object
  : {
      readonly [Column in keyof Known]: Column extends keyof Row
        ? unknown extends Row[Column]
          ? Json<Known[Column]>
          : Row[Column]
        : never;
    };

type Json<Value> = Value extends Date | Uint8Array | bigint
  ? never
  : Value extends object
    ? { readonly [Member in keyof Value]: Json<Value[Member]> }
    : Value;

type Narrowed<Row, Known> = RunNpmRunGenerate extends Row
  ? Known
  : Row extends unknown
    ? Known extends unknown
      ? { readonly [Column in keyof Row]: Column extends keyof Known ? Known[Column] : Row[Column] }
      : never
    : never;

/** PostgreSQL truncates longer names, so two names with the same beginning would be equal. */
const nameLimitBytes = 63;

type NoValues = Readonly<Record<never, never>>;

/**
 * Defines a statement. The types of its values have the names that the text has after a colon: `{ id: 'uuid' }` and
 * `WHERE id = :id`. Throws if the names differ, or if the name of the statement is longer than the limit of PostgreSQL.
 */
export function statement<const Name extends string, const Types extends ValueTypes>(
  name: Name,
  types: Types,
  text: string,
  limits?: StatementLimits,
): Statement<ValuesOf<Types>, RowNamed<Name>>;
export function statement<const Name extends string>(
  name: Name,
  text: string,
  limits?: StatementLimits,
): Statement<NoValues, RowNamed<Name>>;
export function statement(name: string, ...rest: Definition): StatementText {
  return define(name, checkName(name), rest);
}

/**
 * Defines a statement that is planned with its values each time; its name is only known here. Use it for a statement
 * that is built for one request, or that runs rarely on very different amounts of rows: a plan from a time when the
 * table was small would later read the whole table.
 */
export function unprepared<const Name extends string, const Types extends ValueTypes>(
  name: Name,
  types: Types,
  text: string,
  limits?: StatementLimits,
): Statement<ValuesOf<Types>, RowNamed<Name>>;
export function unprepared<const Name extends string>(
  name: Name,
  text: string,
  limits?: StatementLimits,
): Statement<NoValues, RowNamed<Name>>;
export function unprepared(name: string, ...rest: Definition): StatementText {
  return define(name, '', rest);
}

/**
 * Defines a statement for the rows of `selectBulkValues`, which gave each of their columns a position. Its values are
 * those of `bindBulkValues`: both go through one list of columns, so nobody counts positions, and no object is made for
 * the values of each commit.
 */
export const bulkStatement = <const Name extends string>(
  name: Name,
  text: string,
): Statement<readonly unknown[], RowNamed<Name>> => {
  const defined: Statement<readonly unknown[], RowNamed<Name>> = {
    name: checkName(name),
    text,
    inOrder: (values) => values,
    returns: () => defined as never,
  };
  return defined;
};

/**
 * A statement that is put together with its values for one request (`createBoundValues` of `@linework/lists`), and
 * planned with them. PostgreSQL does not describe it, so the type of its rows is declared here.
 */
export const assembled = <Row>({ text, values, limits }: AssembledText): Statement<NoValues, Row> => ({
  name: '',
  text,
  ...(limits && { limits }),
  inOrder: () => values,
  returns: () => assembled({ text, values, ...(limits && { limits }) }) as never,
});

interface AssembledText {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly limits?: StatementLimits;
}

function checkName(name: string): string {
  if (Buffer.byteLength(name) > nameLimitBytes)
    throw new Error(`The name of the statement ${name} is longer than ${nameLimitBytes} bytes.`);
  return name;
}

type Definition = readonly (ValueTypes | string | StatementLimits | undefined)[];

function define(name: string, preparedAs: string, rest: Definition): Statement<object, RunNpmRunGenerate> {
  const [types, text, limits] = (typeof rest[0] === 'string' ? [{}, ...rest] : rest) as readonly [
    ValueTypes,
    string,
    StatementLimits?,
  ];
  const defined: Statement<object, RunNpmRunGenerate> = {
    name: preparedAs,
    text: bindNames(name, types, text),
    ...(limits && { limits }),
    inOrder: orderValues(types),
    returns: () => defined as never,
  };
  return defined;
}
