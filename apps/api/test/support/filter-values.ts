import type { OpenDb } from '@linework/db/db';
import type { Route } from '@linework/http/define-route';
import { aCpf } from '@linework/testing/tax-ids';

interface ValueFilter {
  /** Where its values stand. A value is asked for of each table. */
  readonly tables: readonly string[];
  readonly column: string;
  /** Which of its rows the list can be about, where not all. */
  readonly among?: string;
  /** A value of the same form that no record has. */
  readonly unknown: string;
}

const code = (table: string): ValueFilter => ({ tables: [table], column: 'external_code', unknown: 'no-such-code' });
const called = (table: string): ValueFilter => ({ tables: [table], column: 'name', unknown: 'nobody-is-called-so' });
const number = (...tables: readonly string[]): ValueFilter => ({ tables, column: 'msisdn', unknown: '+5511900000000' });
const correlation = (table: string): ValueFilter => ({ tables: [table], column: 'correlation_id', unknown: 'no-such-correlation' });
const withOrder = 'EXISTS (SELECT FROM orders o WHERE o.line_id = "line".id)';
const resources = { externalCode: code('resource'), attributes: { tables: ['resource'], column: 'attributes', unknown: '{"tier":"nobody has it"}' } };

/** The filters by which a client can ask for a value that may be another broker's, by the path of the route. */
const valueFilters: Readonly<Record<string, Readonly<Record<string, ValueFilter>>>> = {
  '/lines': { msisdn: number('line'), iccId: { tables: ['line'], column: 'iccid', unknown: '8955000000000000000' }, externalCode: code('line') },
  '/holders': { name: called('holder'), federalTaxId: { tables: ['holder'], column: 'federal_tax_id', unknown: aCpf() }, externalCode: code('holder') },
  '/subscriptions': { externalCode: code('subscription') },
  '/catalog/offers': { name: called('offer'), externalCode: code('offer') },
  '/inventory/pools': { name: called('pool') },
  '/inventory/pools/{poolId}/resources': resources,
  '/inventory/resources': resources,
  '/portability/port-ins': { msisdn: number('port_in') },
  '/portability/port-outs': { msisdn: number('port_out') },
  '/portability/status': { msisdn: number('port_in', 'port_out') },
  '/orders': { correlationId: correlation('orders'), msisdn: { ...number('line'), among: withOrder }, externalCode: { ...code('line'), among: withOrder } },
  '/bulk-operations': { correlationId: correlation('bulk_operation') },
  '/tax-receipts': { number: { tables: ['tax_receipt'], column: 'number', unknown: '999999999' } },
};

/** Parameters of which no value is anybody's own: pages, sorts, times, amounts and kinds. */
const nobodysOwn =
  /^(?:limit|page|cursor|sortBy|sortOrder|after|from|to|\w+(?:From|To)|status|kind|type|paymentMethodType|operation|outcome|anonymised|documentModel|uf|environment|typeId|step|errorCode|superseded)$/;

export interface FilterValue {
  readonly name: string;
  readonly value: string;
  readonly unknown: string;
}

/** Gives records of a broker a value in every column that is filtered by and may be empty, or the same with every broker. */
export async function nameRecords({ pool }: Pick<OpenDb, 'pool'>, brokerId: string): Promise<void> {
  for (const table of ['line', 'holder', 'subscription', 'offer']) {
    await pool.query(`UPDATE "${table}" SET external_code = 'own-' || id WHERE broker_id = $1`, [brokerId]);
  }
  await pool.query(`UPDATE holder SET name = 'Holder ' || id WHERE broker_id = $1 AND anonymised_at IS NULL`, [brokerId]);
}

/** Each value filter of a route, with a value that a record of a broker has. Raises where it has none, and for a parameter that is not known here. */
export async function readFilterValues(route: Route, { pool }: Pick<OpenDb, 'pool'>, brokerId: string): Promise<readonly FilterValue[]> {
  const filters = valueFilters[route.path] ?? {};
  const asked: FilterValue[] = [];
  for (const name of Object.keys(route.query?.shape ?? {}).filter((each) => !isKnownOtherwise(each, filters))) {
    const filter = filters[name];
    if (filter === undefined) throw new Error(`support/filter-values.ts does not know where the values of ${name} of ${route.path} stand`);
    for (const table of filter.tables) asked.push({ name, value: await aValue(pool, brokerId, { ...filter, table }), unknown: filter.unknown });
  }
  return asked;
}

async function aValue(pool: OpenDb['pool'], brokerId: string, { table, column, among = 'true' }: ValueFilter & { readonly table: string }): Promise<string> {
  const { rows } = await pool.query<{ value: string }>(
    `SELECT "${column}"::text AS value FROM "${table}" WHERE broker_id = $1 AND "${column}" IS NOT NULL AND "${column}"::text <> '{}' AND ${among} ORDER BY id LIMIT 1`,
    [brokerId],
  );
  if (!rows[0]) throw new Error(`the other broker has no ${table} with a ${column}`);
  return rows[0].value;
}

/** Ids of records are asked for by `filtersOf`. */
function isKnownOtherwise(name: string, filters: Readonly<Record<string, ValueFilter>>): boolean {
  return filters[name] === undefined && (nobodysOwn.test(name) || (name.endsWith('Id') && !['iccId', 'federalTaxId', 'correlationId'].includes(name)));
}
