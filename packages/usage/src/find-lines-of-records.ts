import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import type { RefusedRecord, UsageRecord } from '@linework/schemas/usage/usage-record';
import type { SentUsage } from './validate-records.ts';

/** A record as it was sent, with its place in the request. */
export type RecordInBatch = UsageRecord & { readonly index: number };

/**
 * A line that was imported without its number and SIM has no allocation. It has had both since it was created. Each
 * record reads a few rows of an index, whatever the number of lines.
 */
const findStatement = statement(
  'find-lines-of-usage-records',
  { codes: 'text[]', ofSim: 'boolean[]', times: 'timestamptz[]', brokerId: 'uuid?' },
  `SELECT n.place::int, found.line_id AS "lineId"
   FROM unnest(:codes, :ofSim, :times) WITH ORDINALITY AS n(code, of_sim, used_at, place), LATERAL (
     SELECT a.line_id, a.broker_id
     FROM (
       SELECT id
       FROM resource
       WHERE NOT n.of_sim AND external_code = n.code AND type_id = '${msisdnTypeId}'
       UNION ALL
       SELECT id
       FROM resource
       WHERE n.of_sim AND imsi = n.code AND type_id = '${simTypeId}'
     ) AS r
     JOIN allocation a ON a.resource_id = r.id
     WHERE a.held_from <= n.used_at AND (a.held_to IS NULL OR a.held_to > n.used_at)
     UNION ALL
     SELECT l.id, l.broker_id
     FROM (
       SELECT *
       FROM line
       WHERE NOT n.of_sim AND msisdn = n.code
       UNION ALL
       SELECT *
       FROM line
       WHERE n.of_sim AND imsi = n.code AND terminated_at IS NULL
     ) AS l
     WHERE l.created_at <= n.used_at AND (l.terminated_at IS NULL OR l.terminated_at > n.used_at)
       AND NOT EXISTS (SELECT FROM allocation WHERE line_id = l.id)
   ) AS found
   WHERE found.line_id IS NOT NULL AND (:brokerId IS NULL OR found.broker_id = :brokerId)`,
);

export interface LocatedRecords {
  readonly records: readonly SentUsage[];
  readonly refused: readonly RefusedRecord[];
}

/**
 * Finds the line of each record that names a number or an IMSI instead: the line that had it at the time of use. A
 * record of a line that the caller cannot see is rejected like one of no line.
 */
export async function findLinesOfRecords(
  db: Pick<Db, 'query'>,
  { brokerId }: Caller,
  records: readonly RecordInBatch[],
): Promise<LocatedRecords> {
  const named = records.filter(({ lineId }) => lineId === undefined);
  const rows =
    named.length === 0
      ? []
      : await db.query(findStatement, {
          codes: named.map(({ msisdn, imsi }) => msisdn ?? imsi ?? ''),
          ofSim: named.map(({ imsi }) => imsi !== undefined),
          times: named.map(({ usedAt }) => usedAt),
          brokerId,
        });
  const lineIds = new Map(rows.map(({ place, lineId }) => [named[place - 1]?.index, lineId]));
  const located: SentUsage[] = [];
  const refused: RefusedRecord[] = [];
  for (const record of records) {
    const { index, recordId, msisdn } = record;
    const lineId = record.lineId ?? lineIds.get(index);
    if (lineId) located.push({ ...record, lineId });
    else {
      const detail = `No line had this ${msisdn === undefined ? 'IMSI' : 'number'} at that time.`;
      refused.push({ index, recordId, code: 'unknown-line', detail });
    }
  }
  return { records: located, refused };
}
