import pg from 'pg';
import { readCatalogue } from './catalogue.ts';
import { parseNodeTree, type TreeNode } from './parse-node-tree.ts';
import { type ColumnFacts, ColumnReader } from './read-columns.ts';

export interface Column extends ColumnFacts {
  /** The name of the type in `pg_type`, such as `int4` or `_uuid`. */
  readonly type: string;
}

/**
 * The columns that a statement returns, without running it, or why PostgreSQL rejects it. Undefined if it returns no
 * rows.
 */
export type Described = { readonly columns: readonly Column[] | undefined } | { readonly error: string };

interface Answer {
  /** Undefined for a statement that returns no rows. */
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] | undefined;
  readonly tree: string;
}

interface Text {
  readonly text: string;
  /** The types that its values declare. */
  readonly types: readonly string[];
}

/** A statement that creates a table of the session has to run: others read the table. */
const createsTable = /^\s*CREATE TEMPORARY TABLE\b/;

/**
 * Prepares each text in the database and returns its columns, in the order of the texts. Runs only those that create
 * temporary tables.
 */
export async function describeStatements(url: string, texts: readonly Text[]): Promise<readonly Described[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const { text } of texts.filter((each) => createsTable.test(each.text))) await client.query(text);
    const types = await client.query<{ oid: number; name: string }>('SELECT oid, typname AS name FROM pg_type');
    const typeOf = new Map(types.rows.map(({ oid, name }) => [oid, name]));
    const catalogue = await readCatalogue(client);
    await client.query('SET client_min_messages = log');
    await client.query('SET debug_pretty_print = off');
    await client.query('SET debug_print_rewritten = on');
    const described: Described[] = [];
    for (const { text, types: declared } of texts) {
      const found = await describeOne(client, text);
      if (found instanceof Error) described.push({ error: found.message });
      else {
        const facts = found.fields?.length ? new ColumnReader(catalogue, declared).read(rootOf(found.tree)) : [];
        const columns = found.fields?.map(({ name, dataTypeID }, n) => ({
          name,
          type: typeOf.get(dataTypeID) ?? String(dataTypeID),
          isNullable: facts[n]?.isNullable ?? true,
          texts: facts[n]?.texts,
        }));
        described.push({ columns });
      }
    }
    return described;
  } finally {
    await client.end();
  }
}

const rootOf = (tree: string) => (parseNodeTree(tree) as readonly TreeNode[])[0] as TreeNode;

/**
 * Sends Parse and Describe, and resolves with the columns and the tree. PostgreSQL sends no columns for a statement
 * that returns no rows.
 */
function describeOne(client: pg.Client, text: string): Promise<Answer | Error> {
  return new Promise((settle) => {
    let tree = '';
    let fields: Answer['fields'];
    const take = ({
      message,
      detail,
    }: {
      readonly message?: string | undefined;
      readonly detail?: string | undefined;
    }) => {
      if (message?.startsWith('rewritten')) tree = detail ?? '';
    };
    const end = (result: Answer | Error) => {
      client.off('notice', take);
      settle(result);
    };
    client.on('notice', take);
    const request = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription(described: { readonly fields: Answer['fields'] }) {
        fields = described.fields;
      },
      handleError: end,
      handleReadyForQuery: () => end({ fields, tree }),
    };
    client.query(request);
  });
}
