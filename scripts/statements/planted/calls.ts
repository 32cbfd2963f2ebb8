// Calls of statements with one fault each. TypeScript has to reject each, so a fault that it accepts is an error of
// `npm run types`.
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

declare module '@linework/db/statement' {
  interface Rows {
    'planted-line': {
      readonly id: string;
      readonly status: 'ACTIVE' | 'BLOCKED';
      readonly holderId: string | null;
      readonly at: Date;
      readonly found: unknown;
    };
  }
}

const find = statement('planted-line', { id: 'uuid', status: 'text?' }, 'SELECT :id, :status');

export async function plantedCalls(db: Db, id: string): Promise<void> {
  const [line] = await db.query(find, { id, status: null });
  line?.id satisfies string | undefined;
  // @ts-expect-error A value is missing.
  await db.query(find, { id });
  // @ts-expect-error The name of a value is misspelt.
  await db.query(find, { id, state: null });
  // @ts-expect-error A value has another type.
  await db.query(find, { id: 1, status: null });
  // @ts-expect-error A value that must not be null may be null.
  await db.query(find, { id: id as string | null, status: null });
  // @ts-expect-error There is no such column.
  line?.msisdn;
  // @ts-expect-error The column may be null.
  line?.holderId satisfies string | undefined;
  // @ts-expect-error The column has another type.
  line?.at satisfies string | undefined;
  // @ts-expect-error PostgreSQL does not know the shape of JSON.
  line?.found.code;
  // @ts-expect-error The column does not have this text.
  if (line?.status === 'DELETED') return;
  // @ts-expect-error A column is said to be what it cannot be.
  find.returns<{ readonly at: string }>();
  // @ts-expect-error A column is said to be returned that is not.
  find.returns<{ readonly msisdn: string }>();
  // @ts-expect-error JSON has no dates.
  find.returns<{ readonly found: { readonly at: Date } }>();
  find.returns<{ readonly found: { readonly code: string } | null; readonly holderId: string }>();
  const other = statement('planted-not-described', { id: 'uuid' }, 'SELECT :id AS id');
  // @ts-expect-error `npm run generate` has not described the statement.
  (await db.query(other, { id }))[0]?.id;
  // @ts-expect-error The type is none of PostgreSQL.
  statement('planted-type', { id: 'guid' }, 'SELECT :id');
}
