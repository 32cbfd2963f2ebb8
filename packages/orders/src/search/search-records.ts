import { type Caller, hasScope } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { hitLimit, type SearchHit } from '@linework/schemas/search/search-hit';
import { readSearchText } from './read-search-text.ts';

const isOfCaller = (table: string) => `(:brokerId IS NULL OR ${table}.broker_id = :brokerId)`;
const anyOf = (texts: string) => `ANY(ARRAY(SELECT unnest(${texts})))`;

/**
 * Each part finds records by one index. A part whose value is null or empty reads nothing. The first column sorts the
 * parts.
 */
const foundLines = [
  `SELECT 1 AS rank, l.id, 'id' AS matched FROM line l WHERE l.id = :id AND ${isOfCaller('l')}`,
  `SELECT 2, l.id, 'msisdn' FROM line l WHERE l.msisdn = ${anyOf(':msisdns')} AND ${isOfCaller('l')}`,
  `SELECT 2, l.id, 'iccId' FROM line l WHERE l.iccid = :iccId AND ${isOfCaller('l')}`,
  // The index of IMSIs contains the lines that are not terminated.
  `SELECT 2, l.id, 'imsi' FROM line l WHERE l.imsi = :imsi AND l.terminated_at IS NULL AND ${isOfCaller('l')}`,
  `SELECT 3, l.id, 'externalCode'
   FROM broker b
   JOIN line l ON l.broker_id = b.id
   WHERE l.external_code = :text AND ${isOfCaller('l')}`,
];
const foundHolders = [
  `SELECT 1 AS rank, h.id, 'id' AS matched FROM holder h WHERE h.id = :id AND ${isOfCaller('h')}`,
  `SELECT 2, h.id, 'federalTaxId'
   FROM broker b
   JOIN holder h ON h.broker_id = b.id
   WHERE h.federal_tax_id = :federalTaxId AND ${isOfCaller('h')}`,
  `SELECT 3, h.id, 'externalCode'
   FROM broker b
   JOIN holder h ON h.broker_id = b.id
   WHERE h.external_code = :text AND ${isOfCaller('h')}`,
];
const foundOrders = [
  `SELECT 1 AS rank, o.id, 'id' AS matched FROM orders o WHERE o.id = :id AND ${isOfCaller('o')}`,
  `(SELECT 3, o.id, 'correlationId' FROM orders o WHERE o.correlation_id = :text AND ${isOfCaller('o')} LIMIT 20)`,
];
const foundResources = [
  `SELECT 1 AS rank, r.id, 'id' AS matched FROM resource r WHERE r.id = :id AND ${isOfCaller('r')}`,
  `SELECT 4, r.id, 'msisdn' FROM resource r WHERE r.external_code = ${anyOf(':msisdns')} AND ${isOfCaller('r')}`,
  `SELECT 4, r.id, 'iccId' FROM resource r WHERE r.external_code = :iccId AND ${isOfCaller('r')}`,
  `SELECT 4, r.id, 'imsi' FROM resource r WHERE r.imsi = :imsi AND ${isOfCaller('r')}`,
];
const foundPools = [
  `SELECT 1 AS rank, p.id, 'id' AS matched FROM pool p WHERE p.id = :id AND ${isOfCaller('p')}`,
  `(SELECT 3, p.id, 'name'
    FROM pool p
    WHERE strpos(lower(p.name), lower(:text)) > 0 AND ${isOfCaller('p')}
    ORDER BY p.name
    LIMIT 10)`,
];
const union = (parts: readonly string[]) => parts.join('\n    UNION ALL ');

const searchStatement = statement(
  'search-records',
  {
    brokerId: 'uuid?',
    id: 'uuid?',
    msisdns: 'text[]',
    iccId: 'text?',
    imsi: 'text?',
    federalTaxId: 'text?',
    text: 'text',
    kinds: 'text[]',
  },
  `WITH found_line AS MATERIALIZED (
    ${union(foundLines)}
  ), found_holder AS MATERIALIZED (
    ${union(foundHolders)}
  ), found_order AS MATERIALIZED (
    ${union(foundOrders)}
  ), found_resource AS MATERIALIZED (
    ${union(foundResources)}
  ), found_pool AS MATERIALIZED (
    ${union(foundPools)}
  ), held_line AS MATERIALIZED (
    SELECT l.id
    FROM found_holder f JOIN line l ON l.holder_id = f.id
    LIMIT 20
  ), hit AS (
    SELECT f.rank, 'line' AS kind, l.id, l.broker_id, f.matched, l.msisdn AS label, l.status, l.created_at
    FROM found_line f
    JOIN line l USING (id)
    UNION ALL SELECT f.rank, 'holder', h.id, h.broker_id, f.matched, h.name, NULL, h.created_at
    FROM found_holder f
    JOIN holder h USING (id)
    UNION ALL SELECT f.rank, 'order', o.id, o.broker_id, f.matched, o.type, o.status, o.created_at
    FROM found_order f
    JOIN orders o USING (id)
    UNION ALL SELECT f.rank, 'resource', r.id, r.broker_id, f.matched, r.external_code, s.status, r.created_at
    FROM found_resource f JOIN resource r USING (id) JOIN resource_state s ON s.resource_id = r.id
    UNION ALL SELECT f.rank, 'pool', p.id, p.broker_id, f.matched, p.name, NULL, p.created_at
    FROM found_pool f
    JOIN pool p USING (id)
    UNION ALL SELECT 1, 'webhook-endpoint', e.id, e.broker_id, 'id', e.url, e.status, e.created_at
    FROM webhook_endpoint e
    WHERE e.id = :id AND ${isOfCaller('e')}
    UNION ALL SELECT 1, 'webhook-delivery', d.id, d.broker_id, 'id', d.event_type, d.status, d.created_at
    FROM webhook_delivery d
    WHERE d.id = :id AND ${isOfCaller('d')}
    UNION ALL SELECT 5, 'line', l.id, l.broker_id, 'federalTaxId', l.msisdn, l.status, l.created_at
    FROM held_line f
    JOIN line l USING (id)
    UNION ALL SELECT 6, 'order', o.id, o.broker_id, 'line', o.type, o.status, o.created_at
    FROM (SELECT id FROM found_line LIMIT 5) AS f CROSS JOIN LATERAL (
      SELECT *
      FROM orders
      WHERE resource_id = f.id
      ORDER BY created_at DESC, id DESC
      LIMIT 5
    ) AS o
  )
  SELECT kind, id, broker_id AS "brokerId", matched AS "matchedBy", rank < 5 AS "isExact", label, status,
    created_at AS "createdAt"
  FROM hit
  WHERE kind = ANY(:kinds)
  ORDER BY rank, created_at DESC, id
  LIMIT ${hitLimit}`,
);

const scopeOfKind = {
  order: 'orders:read',
  line: 'lines:read',
  holder: 'holders:read',
  resource: 'inventory:read',
  pool: 'inventory:read',
  'webhook-endpoint': 'webhooks:read',
  'webhook-delivery': 'webhooks:read',
} as const;

/** Finds the records that a text names, as far as the caller may read them. Exact hits are first. */
export async function searchRecords(db: Pick<Db, 'query'>, caller: Caller, typed: string): Promise<SearchHit[]> {
  const { id, msisdns, iccId, imsi, federalTaxId, text } = readSearchText(typed);
  const kinds = Object.entries(scopeOfKind).flatMap(([kind, scope]) => (hasScope(caller, scope) ? [kind] : []));
  const rows = await db.query(searchStatement, {
    brokerId: caller.brokerId,
    id,
    msisdns,
    iccId,
    imsi,
    federalTaxId,
    text,
    kinds,
  });
  const hits = new Map<string, SearchHit>();
  for (const { status, brokerId, createdAt, ...row } of rows) {
    const known = { ...(brokerId !== null && { brokerId }), ...(status !== null && { status }) };
    if (!hits.has(row.id)) hits.set(row.id, { ...row, ...known, createdAt: createdAt.toISOString() });
  }
  return [...hits.values()];
}
