import { type Caller, hasScope } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { hitLimit, type SearchHit } from '@linework/schemas/search/search-hit';
import { readSearchText } from './read-search-text.ts';

const isOfCaller = (table: string) => `($1::uuid IS NULL OR ${table}.broker_id = $1::uuid)`;
const anyOf = (parameter: string) => `ANY(ARRAY(SELECT unnest(${parameter}::text[])))`;

/**
 * Each part finds records by one index. A part whose value is null or empty reads nothing. The first column sorts the
 * parts.
 */
const foundLines = [
  `SELECT 1 AS rank, l.id, 'id' AS matched FROM line l WHERE l.id = $2::uuid AND ${isOfCaller('l')}`,
  `SELECT 2, l.id, 'msisdn' FROM line l WHERE l.msisdn = ${anyOf('$3')} AND ${isOfCaller('l')}`,
  `SELECT 2, l.id, 'iccId' FROM line l WHERE l.iccid = $4 AND ${isOfCaller('l')}`,
  // The index of IMSIs contains the lines that are not terminated.
  `SELECT 2, l.id, 'imsi' FROM line l WHERE l.imsi = $5 AND l.terminated_at IS NULL AND ${isOfCaller('l')}`,
  `SELECT 3, l.id, 'externalCode' FROM broker b JOIN line l ON l.broker_id = b.id WHERE l.external_code = $7 AND ${isOfCaller('l')}`,
];
const foundHolders = [
  `SELECT 1 AS rank, h.id, 'id' AS matched FROM holder h WHERE h.id = $2::uuid AND ${isOfCaller('h')}`,
  `SELECT 2, h.id, 'federalTaxId' FROM broker b JOIN holder h ON h.broker_id = b.id WHERE h.federal_tax_id = $6 AND ${isOfCaller('h')}`,
  `SELECT 3, h.id, 'externalCode' FROM broker b JOIN holder h ON h.broker_id = b.id WHERE h.external_code = $7 AND ${isOfCaller('h')}`,
];
const foundOrders = [
  `SELECT 1 AS rank, o.id, 'id' AS matched FROM orders o WHERE o.id = $2::uuid AND ${isOfCaller('o')}`,
  `(SELECT 3, o.id, 'correlationId' FROM orders o WHERE o.correlation_id = $7 AND ${isOfCaller('o')} LIMIT 20)`,
];
const foundResources = [
  `SELECT 1 AS rank, r.id, 'id' AS matched FROM resource r WHERE r.id = $2::uuid AND ${isOfCaller('r')}`,
  `SELECT 4, r.id, 'msisdn' FROM resource r WHERE r.external_code = ${anyOf('$3')} AND ${isOfCaller('r')}`,
  `SELECT 4, r.id, 'iccId' FROM resource r WHERE r.external_code = $4 AND ${isOfCaller('r')}`,
  `SELECT 4, r.id, 'imsi' FROM resource r WHERE r.imsi = $5 AND ${isOfCaller('r')}`,
];
const union = (parts: readonly string[]) => parts.join('\n    UNION ALL ');

const searchStatement = statement(
  'search-records',
  `WITH found_line AS MATERIALIZED (
    ${union(foundLines)}
  ), found_holder AS MATERIALIZED (
    ${union(foundHolders)}
  ), found_order AS MATERIALIZED (
    ${union(foundOrders)}
  ), found_resource AS MATERIALIZED (
    ${union(foundResources)}
  ), held_line AS MATERIALIZED (
    SELECT l.id
    FROM found_holder f JOIN line l ON l.holder_id = f.id
    LIMIT 20
  ), hit AS (
    SELECT f.rank, 'line' AS kind, l.id, l.broker_id, f.matched, l.msisdn AS label, l.status, l.created_at FROM found_line f JOIN line l USING (id)
    UNION ALL SELECT f.rank, 'holder', h.id, h.broker_id, f.matched, h.name, NULL, h.created_at FROM found_holder f JOIN holder h USING (id)
    UNION ALL SELECT f.rank, 'order', o.id, o.broker_id, f.matched, o.type, o.status, o.created_at FROM found_order f JOIN orders o USING (id)
    UNION ALL SELECT f.rank, 'resource', r.id, r.broker_id, f.matched, r.external_code, s.status, r.created_at
    FROM found_resource f JOIN resource r USING (id) JOIN resource_state s ON s.resource_id = r.id
    UNION ALL SELECT 5, 'line', l.id, l.broker_id, 'federalTaxId', l.msisdn, l.status, l.created_at FROM held_line f JOIN line l USING (id)
    UNION ALL SELECT 6, 'order', o.id, o.broker_id, 'line', o.type, o.status, o.created_at
    FROM (SELECT id FROM found_line LIMIT 5) AS f CROSS JOIN LATERAL (
      SELECT *
      FROM orders
      WHERE resource_id = f.id
      ORDER BY created_at DESC, id DESC
      LIMIT 5
    ) AS o
  )
  SELECT kind, id, broker_id AS "brokerId", matched AS "matchedBy", rank < 5 AS "isExact", label, status, created_at AS "createdAt"
  FROM hit
  WHERE kind = ANY($8::text[])
  ORDER BY rank, created_at DESC, id
  LIMIT ${hitLimit}`,
);

interface Row {
  readonly kind: SearchHit['kind'];
  readonly id: string;
  readonly brokerId: string;
  readonly matchedBy: SearchHit['matchedBy'];
  readonly isExact: boolean;
  readonly label: string;
  readonly status: string | null;
  readonly createdAt: Date;
}

const scopeOfKind = {
  order: 'orders:read',
  line: 'lines:read',
  holder: 'holders:read',
  resource: 'inventory:read',
} as const;

/** Finds the records that a text names, as far as the caller may read them. Exact hits are first. */
export async function searchRecords(db: Pick<Db, 'query'>, caller: Caller, typed: string): Promise<SearchHit[]> {
  const { id = null, msisdns, iccId = null, imsi = null, federalTaxId = null, text } = readSearchText(typed);
  const kinds = Object.entries(scopeOfKind).flatMap(([kind, scope]) => (hasScope(caller, scope) ? [kind] : []));
  const rows = await db.query<Row>(searchStatement, [
    caller.brokerId,
    id,
    msisdns,
    iccId,
    imsi,
    federalTaxId,
    text,
    kinds,
  ]);
  const hits = new Map<string, SearchHit>();
  for (const { status, createdAt, ...row } of rows) {
    if (!hits.has(row.id))
      hits.set(row.id, { ...row, ...(status !== null && { status }), createdAt: createdAt.toISOString() });
  }
  return [...hits.values()];
}
