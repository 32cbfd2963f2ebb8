import type { Client } from 'pg';

/** The migrations that release 1.0.0 had. One migration with their result replaces them (decision 120). @internal */
export const migrationsOfRelease1 = [
  '20261121050000_lines_and_orders',
  '20261121080000_guards_in_conditions',
  '20261121083000_steps_are_known_by_their_place',
  '20261121090000_inventory',
  '20261121091000_lines_are_created',
  '20261121100000_order_attempts',
  '20261121101000_bulk_operations',
  '20261121110000_holders_and_catalogue',
  '20261121111000_subscriptions_and_invoices',
  '20261121112000_payments',
  '20261121113000_usage',
  '20261121114000_tax_receipts',
  '20261121115000_portability',
  '20261121120000_one_port_in_per_sim',
  '20261121121000_a_pause_that_is_over',
  '20261121122000_the_token_of_an_expired_card',
  '20261121123000_usage_records_are_cleared',
  '20261121130000_what_suspends_a_resource',
  '20261121130500_what_suspends_is_known_of_all',
  '20261121131100_keys_and_their_successors',
  '20261121132000_when_a_line_had_a_product',
  '20261122090000_until_when_a_resource_is_kept',
  '20261122090100_what_is_kept_knows_until_when',
  '20261122090200_until_when_is_known_of_all',
  '20261122090300_what_is_kept_no_longer',
  '20261122090400_reservations_are_not_swept',
  '20261122100000_codes_and_brokers_in_one_index',
  '20261122100100_parts_of_codes_of_a_broker',
  '20261122100200_parts_of_codes_of_everybody',
  '20261122110000_shelves_are_vacuumed_often',
  '20261123000100_guard_of_line',
  '20261123000101_guard_of_orders',
  '20261123000102_guard_of_order_step',
  '20261123000103_guard_of_resource_state',
  '20261123000104_guard_of_reservation',
  '20261123000105_guard_of_bulk_operation',
  '20261123000106_guard_of_subscription',
  '20261123000107_guard_of_invoice',
  '20261123000108_guard_of_payment_method',
  '20261123000109_guard_of_payment',
  '20261123000110_guard_of_tax_receipt',
  '20261123000111_guard_of_port_in',
  '20261123000112_guard_of_port_out',
] as const;

/** @internal */
export const replacementOfRelease1 = '20261121000000_release_1_0_0';

/** The 134 migrations after 1.0.0 that were not released. Those up to `replacement` replace them. @internal */
export const unreleased = {
  count: 134,
  last: '20261128034413_tax_receipts_that_wait_for_rates',
  replacement: '20261128040014_webhooks',
} as const;

interface Named {
  readonly name: string;
  readonly checksum: string;
}

/**
 * Records the replacements of migrations that the database has under their old names, and deletes the old names, in one
 * statement. Does nothing if it has none, and throws if it has only some: no migration continues from that state.
 */
export async function recordReplacements(
  client: Client,
  applied: ReadonlySet<string>,
  migrations: readonly Named[],
): Promise<readonly Named[]> {
  const current = new Set(migrations.map(({ name }) => name));
  const old = [...applied].filter((name) => name <= unreleased.last && !current.has(name)).toSorted();
  const replacements = findReplacements(old, migrations);
  if (replacements.length === 0) return [];
  await client.query(recordStatement, [
    old,
    replacements.map(({ name }) => name),
    replacements.map(({ checksum }) => checksum),
  ]);
  return replacements;
}

function findReplacements(old: readonly string[], migrations: readonly Named[]): readonly Named[] {
  const upTo = (last: string) => migrations.filter(({ name }) => name <= last);
  if (old.length === 0 || !migrations.some(({ name }) => name === replacementOfRelease1)) return [];
  const total = migrationsOfRelease1.length;
  const missing = migrationsOfRelease1.filter((name) => !old.includes(name));
  if (missing.length > 0)
    throw new Error(
      `The database has ${total - missing.length} of the ${total} migrations of 1.0.0 (${missing[0]} is missing); ` +
        'migrate it with release 1.0.0 first.',
    );
  if (old.length === total) return upTo(replacementOfRelease1);
  if (old.length === total + unreleased.count && old.at(-1) === unreleased.last) return upTo(unreleased.replacement);
  throw new Error(
    `The database is between two releases (its last migration is ${old.at(-1)}); ` +
      'migrate it first with the commit before that of docs/decisions/0120, or create a new database.',
  );
}

/** One statement, so that the database has the old names or the new ones at any time. */
const recordStatement = `
  WITH replaced AS (
    DELETE FROM _prisma_migrations
    WHERE migration_name = ANY ($1::text[])
  )
  INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at, applied_steps_count)
  SELECT gen_random_uuid()::text, r.name, r.checksum, now(), 0
  FROM unnest($2::text[], $3::text[]) AS r(name, checksum)`;
