import { lifecycles } from '@linework/schemas/lifecycles/lifecycles';
import type pg from 'pg';

/** What the catalogue of the database says. */
export interface Catalogue {
  /** Whether a column of a table is NOT NULL, by `oid.number`. */
  readonly notNull: ReadonlySet<string>;
  /** The texts that a column can have, by `oid.number`. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly functions: ReadonlyMap<
    string,
    { readonly name: string; readonly isStrict: boolean; readonly isOurs: boolean }
  >;
}

const notNullText = `SELECT attrelid || '.' || attnum AS key
  FROM pg_attribute
  WHERE attnotnull`;

const functionsText = `SELECT oid::text, proname::text AS name, proisstrict AS "isStrict",
    pronamespace <> 'pg_catalog'::regnamespace AS "isOurs"
  FROM pg_proc`;

/** The guard of a status names its lifecycle. */
const guardsText = `SELECT tgrelid || '.' || attnum AS key,
    trim(trailing '\\000' FROM encode(tgargs, 'escape')) AS lifecycle
  FROM pg_trigger
  JOIN pg_attribute ON attrelid = tgrelid AND attname = 'status'
  WHERE tgname LIKE '%\\_move'`;

/** Checks that list the texts of one column. */
const checksText = `SELECT conrelid || '.' || conkey[1] AS key, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint
  WHERE contype = 'c' AND conrelid <> 0 AND cardinality(conkey) = 1`;

const listOfTexts = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/;

export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const notNull = await client.query<{ key: string }>(notNullText);
  const functions = await client.query<{ oid: string; name: string; isStrict: boolean; isOurs: boolean }>(
    functionsText,
  );
  const guards = await client.query<{ key: string; lifecycle: string }>(guardsText);
  const checks = await client.query<{ key: string; definition: string }>(checksText);
  const statusesOf = new Map<string, readonly string[]>(lifecycles.map(({ name, statuses }) => [name, statuses]));
  const texts = new Map<string, readonly string[]>();
  for (const { key, definition } of checks.rows) {
    const listed = listOfTexts.exec(definition)?.[1];
    if (listed)
      texts.set(
        key,
        [...listed.matchAll(/'([^']*)'/g)].map(([, text]) => text ?? ''),
      );
  }
  for (const { key, lifecycle } of guards.rows) {
    const statuses = statusesOf.get(lifecycle);
    if (statuses) texts.set(key, statuses);
  }
  return {
    notNull: new Set(notNull.rows.map(({ key }) => key)),
    functions: new Map(functions.rows.map(({ oid, ...rest }) => [oid, rest])),
    texts,
  };
}
