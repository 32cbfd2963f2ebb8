import pg from 'pg';

export interface Column {
  readonly name: string;
  /** The name of the type in `pg_type`, such as `int4` or `_uuid`. */
  readonly type: string;
  /** The column of a table behind it, if that may be null. Undefined for an expression: PostgreSQL does not say whether it may be null. */
  readonly nullable?: string | undefined;
}

/** What PostgreSQL says about a statement without running it, or why it rejects the statement. */
export type Described =
  | { readonly parameters: readonly string[]; readonly columns: readonly Column[] }
  | { readonly error: string };

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  /** Both are 0 for an expression. */
  readonly tableID: number;
  readonly columnID: number;
}

/** A statement that creates a table of the session has to run: others read the table. */
const createsTable = /^\s*CREATE TEMPORARY TABLE\b/;

/** Prepares each text in the database and returns its parameters and columns, in the order of the texts. Runs only those that create temporary tables. */
export async function describeStatements(url: string, texts: readonly string[]): Promise<readonly Described[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts.filter((each) => createsTable.test(each))) await client.query(text);
    const found: (readonly Field[] | Error)[] = [];
    for (const [at, text] of texts.entries()) found.push(await describeOne(client, nameOf(at), text));
    const types = await client.query<{ oid: number; name: string }>('SELECT oid, typname AS name FROM pg_type');
    const typeOf = new Map(types.rows.map(({ oid, name }) => [oid, name]));
    const nullable = await client.query<{ key: string; name: string }>(nullableColumnsText);
    const nullableOf = new Map(nullable.rows.map(({ key, name }) => [key, name]));
    const prepared = await client.query<{ name: string; parameters: string[] }>(preparedText);
    const parametersOf = new Map(prepared.rows.map(({ name, parameters }) => [name, parameters]));
    return found.map((fields, at) => {
      if (fields instanceof Error) return { error: fields.message };
      const columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        type: typeOf.get(dataTypeID) ?? String(dataTypeID),
        nullable: nullableOf.get(`${tableID}.${columnID}`),
      }));
      return { parameters: parametersOf.get(nameOf(at)) ?? [], columns };
    });
  } finally {
    await client.end();
  }
}

const nameOf = (at: number) => `described-${at}`;

const nullableColumnsText = `SELECT a.attrelid || '.' || a.attnum AS key, a.attname::text AS name
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attnotnull`;

const preparedText = `SELECT s.name, ARRAY(SELECT t.typname::text FROM unnest(s.parameter_types) WITH ORDINALITY p(type, n) JOIN pg_type t ON t.oid = p.type ORDER BY p.n) AS parameters
  FROM pg_prepared_statements s`;

/** Sends Parse and Describe, and resolves with the columns. PostgreSQL sends none for a statement that returns no rows. */
function describeOne(client: pg.Client, name: string, text: string): Promise<readonly Field[] | Error> {
  return new Promise((settle) => {
    let columns: readonly Field[] = [];
    const request = {
      submit(connection: pg.Connection) {
        connection.parse({ name, text, types: [] }, true);
        connection.describe({ type: 'S', name }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { readonly fields: readonly Field[] }) {
        columns = fields;
      },
      handleError: settle,
      handleReadyForQuery: () => settle(columns),
    };
    client.query(request);
  });
}
