import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, unprepared } from '@linework/db/statement';
import { encodePosition } from '@linework/http/cursor';
import { buildContainsPattern } from '@linework/lists/bound-values';
import type { AuditEntry } from '@linework/schemas/audit/audit.routes';
import { pageLimitBytes, withBytes } from './page-bytes.ts';
import { showEvent } from './show-event.ts';

export interface AuditQuery {
  readonly limit: number;
  /** The number of the last event of the previous page. */
  readonly cursor?: number | undefined;
  readonly keyId?: readonly string[] | undefined;
  readonly actor?: 'person' | 'key' | undefined;
  /** A part of the reason or of the actor's name. */
  readonly text?: string | undefined;
  readonly recordId?: string | undefined;
  readonly type?: readonly string[] | undefined;
  readonly createdAtFrom?: Date | undefined;
  readonly createdAtTo?: Date | undefined;
}

export interface AuditPage {
  readonly items: readonly AuditEntry[];
  readonly pages: { readonly next?: { readonly cursor: string } };
}

/**
 * A reason in which something is masked for some reader, as by `maskText`. It is not searched: who reads it masked
 * could find what is hidden one character after another.
 */
const maskable = [
  String.raw`(\d[^a-z]*){10}`,
  String.raw`(?=[a-z]*\d)[0-9a-z]{14}`,
  String.raw`[0-9a-z]{2}\.[0-9a-z]{3}\.`,
  String.raw`\m(pin|puk|adm|basic|bearer|apikey)`,
  'lw_|//|%2',
].join('|');

const conditions = `(:brokerId IS NULL OR e.broker_id = :brokerId)
      AND (:cursor IS NULL OR (e.at, e.seq) < ((SELECT at FROM event WHERE seq = :cursor), :cursor))
      AND (:types IS NULL OR e.type = ANY(:types))
      AND (:from IS NULL OR e.at >= :from)
      AND (:until IS NULL OR e.at <= :until)
      AND (:text IS NULL OR k.name ILIKE :text
        OR (e.details->>'reason' ILIKE :text AND e.details->>'reason' !~* '${maskable}'))`;

/** Keys, and the people who work in the console. */
const actors = `(SELECT id, broker_id, name FROM api_key WHERE :actor IS DISTINCT FROM 'person'
      UNION ALL SELECT id, broker_id, name FROM operator WHERE :actor IS DISTINCT FROM 'key')`;

/**
 * Reads the newest events of each actor by an index that has only the events of actors, and merges them. There are few
 * of them.
 */
const ofKeys = `SELECT e.*
    FROM ${actors} k
    CROSS JOIN LATERAL (
      SELECT e.*
      FROM event e
      WHERE e.key_id = k.id
      AND ${conditions}
      ORDER BY e.at DESC, e.seq DESC
      LIMIT :limit
    ) AS e
    WHERE (:brokerId IS NULL OR k.broker_id = :brokerId) AND (:keyIds IS NULL OR k.id = ANY(:keyIds))`;

/** A record has few events, which the index by record finds. */
const ofRecord = `SELECT e.*
    FROM event e
    JOIN ${actors} k ON k.id = e.key_id
    WHERE e.resource_id = :recordId
      AND (:brokerId IS NULL OR k.broker_id = :brokerId)
      AND (:keyIds IS NULL OR k.id = ANY(:keyIds))
      AND ${conditions}`;

const buildEntries = (
  events: string,
) => `SELECT e.seq::float8 AS position, e.id, e.type, e.at, e.resource_type AS "resourceType",
    e.resource_id AS "resourceId",
    e.from_status AS "fromStatus", e.to_status AS "toStatus", e.order_id AS "orderId", e.job, e.details,
      e.broker_id AS "brokerId",
    e.key_id AS "keyId", k.name AS "keyName", coalesce(k.broker_id, o.broker_id) AS "keyBrokerId",
      o.name AS "operatorName"
  FROM (
    ${events}
  ) AS e
  LEFT JOIN api_key k ON k.id = e.key_id
  LEFT JOIN operator o ON o.id = e.key_id
  ORDER BY e.at DESC, e.seq DESC
  LIMIT :limit`;

const buildText = (events: string) => `SELECT *
  FROM (
    ${withBytes(buildEntries(events), 'q.at DESC, q.position DESC')}
  ) AS p
  WHERE p."bytesBefore" < ${pageLimitBytes}
  ORDER BY p.at DESC, p.position DESC`;

const valueTypes = {
  brokerId: 'uuid?',
  cursor: 'bigint?',
  types: 'text[]?',
  from: 'timestamptz?',
  until: 'timestamptz?',
  limit: 'int',
  keyIds: 'uuid[]?',
  actor: 'text?',
  text: 'text?',
} as const;

const ofKeysStatement = unprepared('list-audit', valueTypes, buildText(ofKeys));
const ofRecordStatement = unprepared('list-audit-of-record', { ...valueTypes, recordId: 'uuid' }, buildText(ofRecord));

/** Lists the events that requests of keys and people have caused, newest first. A broker sees those of its own keys. */
export async function listAudit(db: Pick<Db, 'query'>, caller: Caller, query: AuditQuery): Promise<AuditPage> {
  const { limit, cursor, keyId, actor, text, recordId, type, createdAtFrom, createdAtTo } = query;
  const values = {
    brokerId: caller.brokerId,
    cursor,
    types: type,
    from: createdAtFrom?.toISOString(),
    until: createdAtTo?.toISOString(),
    limit: limit + 1,
    keyIds: keyId,
    actor,
    text: text && buildContainsPattern(text),
  };
  const rows = await (recordId === undefined
    ? db.query(ofKeysStatement, values)
    : db.query(ofRecordStatement, { ...values, recordId }));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const pages = (last?.found ?? 0) > shown.length && last ? { next: { cursor: encodePosition(last.position) } } : {};
  return { items: shown.map((row) => showEntry(row, caller)), pages };
}

function showEntry(row: RowOf<typeof ofKeysStatement>, caller: Caller): AuditEntry {
  const { cursor: _, ...entry } = showEvent({ ...row, cursor: '' }, caller);
  return { ...entry, ...(row.brokerId !== null && { brokerId: row.brokerId }) };
}
