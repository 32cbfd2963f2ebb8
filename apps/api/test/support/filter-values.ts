import type { OpenDb } from '@linework/db/db';
import type { Route } from '@linework/http/define-route';
import { aCpf } from '@linework/testing/codes/tax-ids';

interface ValueFilter {
  /** The tables with its values. The suite uses one value of each table. */
  readonly tables: readonly string[];
  readonly column: string;
  /** A condition for the rows that the list can contain. The default is all rows. */
  readonly condition?: string;
  /** A value in the same format that no record has. */
  readonly unknown: string;
}

const code = (table: string): ValueFilter => ({ tables: [table], column: 'external_code', unknown: 'an-unknown-code' });
const nameOf = (table: string): ValueFilter => ({ tables: [table], column: 'name', unknown: 'an-unknown-name' });
const number = (...tables: readonly string[]): ValueFilter => ({ tables, column: 'msisdn', unknown: '+5511900000000' });
const correlation = (table: string): ValueFilter => ({
  tables: [table],
  column: 'correlation_id',
  unknown: 'an-unknown-correlation',
});
const withOrder = 'EXISTS (SELECT FROM orders o WHERE o.line_id = "line".id)';
const withFailedOrder =
  'EXISTS (SELECT FROM orders o WHERE o.line_id = "line".id AND o.failed_at IS NOT NULL AND o.superseded_by IS NULL)';
const resources = {
  externalCode: code('resource'),
  attributes: { tables: ['resource'], column: 'attributes', unknown: '{"tier":"unknown"}' },
};

/** The filters whose values may belong to another broker, by the path of the route. */
const valueFilters: Readonly<Record<string, Readonly<Record<string, ValueFilter>>>> = {
  '/lines': {
    msisdn: number('line'),
    msisdnPrefix: number('line'),
    iccId: { tables: ['line'], column: 'iccid', unknown: '8955000000000000000' },
    externalCode: code('line'),
  },
  '/holders': {
    name: nameOf('holder'),
    federalTaxId: { tables: ['holder'], column: 'federal_tax_id', unknown: aCpf() },
    externalCode: code('holder'),
  },
  '/subscriptions': { externalCode: code('subscription') },
  '/catalog/offers': { name: nameOf('offer'), externalCode: code('offer') },
  '/inventory/pools': { name: nameOf('pool') },
  '/inventory/pools/{poolId}/resources': resources,
  '/inventory/resources': resources,
  '/portability/port-ins': { msisdn: number('port_in') },
  '/portability/port-outs': { msisdn: number('port_out') },
  '/portability/status': { msisdn: number('port_in', 'port_out') },
  '/orders': {
    correlationId: correlation('orders'),
    msisdn: { ...number('line'), condition: withOrder },
    externalCode: { ...code('line'), condition: withOrder },
  },
  '/order-groups': {
    correlationId: { ...correlation('orders'), condition: 'failed_at IS NOT NULL' },
    msisdn: { ...number('line'), condition: withFailedOrder },
    externalCode: { ...code('line'), condition: withFailedOrder },
  },
  '/order-report': {
    correlationId: correlation('orders'),
    msisdn: { ...number('line'), condition: withOrder },
    externalCode: { ...code('line'), condition: withOrder },
  },
  '/operators': { name: nameOf('operator') },
  '/roles': { name: nameOf('operator_role') },
  '/search': { q: number('line') },
  '/bulk-operations': { correlationId: correlation('bulk_operation') },
  '/tax-receipts': { number: { tables: ['tax_receipt'], column: 'number', unknown: '999999999' } },
};

/** Parameters whose values belong to no broker: pages, sorts, times, amounts and kinds. */
const sharedParameters =
  /^(?:at|by|actor|text|day|areaCode|view|own|limit|page|cursor|sortBy|sortOrder|after|from|to|on|\w+(?:From|To)|status|cause|responseCode|kind|type|paymentMethodType|operation|outcome|anonymised|isInvoiceLate|documentModel|uf|environment|typeId|step|errorCode|superseded|role|waitsForRates|paused|ended|lifted|isLow|waitSeconds|resourceType|code|stage|state|drift)$/;

export interface FilterValue {
  readonly name: string;
  readonly value: string;
  readonly unknown: string;
}

/** Sets a unique value in each filtered column that may be empty or equal for all brokers. */
export async function nameRecords({ pool }: Pick<OpenDb, 'pool'>, brokerId: string): Promise<void> {
  for (const table of ['line', 'holder', 'subscription', 'offer']) {
    await pool.query(`UPDATE "${table}" SET external_code = 'own-' || id WHERE broker_id = $1`, [brokerId]);
  }
  await pool.query(`UPDATE holder SET name = 'Holder ' || id WHERE broker_id = $1 AND anonymised_at IS NULL`, [
    brokerId,
  ]);
}

/**
 * Returns each value filter of a route with a value of a record of the broker. Throws if there is no value, and for an
 * unknown parameter.
 */
export async function readFilterValues(
  route: Route,
  { pool }: Pick<OpenDb, 'pool'>,
  brokerId: string,
): Promise<readonly FilterValue[]> {
  const filters = valueFilters[route.path] ?? {};
  const values: FilterValue[] = [];
  for (const name of Object.keys(route.query?.shape ?? {}).filter(
    (parameter) => !isCoveredElsewhere(parameter, filters),
  )) {
    const filter = filters[name];
    if (filter === undefined) {
      const advice = 'Add it to `valueFilters` if its values belong to one broker, else to `sharedParameters`';
      throw new Error(
        `The parameter ${name} of ${route.path} is new. ${advice}: apps/api/test/support/filter-values.ts.`,
      );
    }
    for (const table of filter.tables)
      values.push({ name, value: await readValue(pool, brokerId, { ...filter, table }), unknown: filter.unknown });
  }
  return values;
}

async function readValue(
  pool: OpenDb['pool'],
  brokerId: string,
  { table, column, condition = 'true' }: ValueFilter & { readonly table: string },
): Promise<string> {
  const { rows } = await pool.query<{ value: string }>(
    `SELECT "${column}"::text AS value
     FROM "${table}"
     WHERE broker_id = $1 AND "${column}" IS NOT NULL AND "${column}"::text <> '{}' AND ${condition}
     ORDER BY id
     LIMIT 1`,
    [brokerId],
  );
  if (!rows[0]) throw new Error(`the other broker has no ${table} with a ${column}`);
  return rows[0].value;
}

/** Ids of records are covered by `filtersOf`. */
function isCoveredElsewhere(name: string, filters: Readonly<Record<string, ValueFilter>>): boolean {
  return (
    filters[name] === undefined &&
    (sharedParameters.test(name) || (name.endsWith('Id') && !['iccId', 'federalTaxId', 'correlationId'].includes(name)))
  );
}
