import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { type EventType, eventType } from '@linework/schemas/events';
import type { Cause } from '@linework/schemas/values/cause';
import { showActor } from './show-actor.ts';
import { findStoredJob } from './show-event.ts';

/** The events of a record that can be the cause of a value. A record begins without a status. */
const causes = {
  status: 'to_status IS NOT NULL',
  holder: `from_status IS NULL AND to_status IS NOT NULL OR type = '${eventType('line.holder_changed')}'`,
  msisdn: `from_status IS NULL AND to_status IS NOT NULL OR type = '${eventType('line.number_changed')}'`,
  iccId: `from_status IS NULL AND to_status IS NOT NULL OR type = '${eventType('line.sim_swapped')}'`,
  subscriptionId: `from_status IS NULL AND to_status IS NOT NULL
    OR type IN ('${eventType('line.changed')}', '${eventType('line.holder_changed')}')
      AND details -> 'changed' ? 'subscriptionId'`,
  name: `type IN ('${eventType('holder.created')}', '${eventType('holder.anonymised')}')
    OR type IN ('${eventType('holder.changed')}', '${eventType('holder.corrected')}')
      AND details -> 'changed' ? 'name'`,
  federalTaxId: `type IN ('${eventType('holder.created')}', '${eventType('holder.anonymised')}')
    OR type IN ('${eventType('holder.changed')}', '${eventType('holder.corrected')}')
      AND details -> 'changed' ? 'federalTaxId'`,
  nameCorrection: `type = '${eventType('holder.corrected')}' AND details -> 'corrected' ? 'name'`,
  federalTaxIdCorrection: `type = '${eventType('holder.corrected')}' AND details -> 'corrected' ? 'federalTaxId'`,
  began: `to_status = 'active' AND from_status IS DISTINCT FROM 'suspended'
    OR type = '${eventType('resource.holder_changed')}'`,
  ended: `from_status IN ('active', 'suspended') AND to_status NOT IN ('active', 'suspended')
    OR type = '${eventType('resource.holder_changed')}'`,
} as const;

export type CausedValue = keyof typeof causes;

/** For each value the last of its events up to an instant. The events of a record are read from its newest one. */
const causesStatement = statement(
  'read-causes',
  { recordIds: 'uuid[]', values: 'text[]', instants: 'timestamptz[]' },
  `SELECT n.record_id AS "recordId", n.value, n.instant, e.type, e.at, e.resource_type AS "resourceType",
     e.from_status AS "fromStatus", e.to_status AS "toStatus", e.order_id AS "orderId", e.key_id AS "keyId", e.job,
     k.name AS "keyName", k.broker_id AS "keyBrokerId", p.name AS "operatorName"
   FROM unnest(:recordIds, :values, :instants) AS n(record_id, value, instant)
   CROSS JOIN LATERAL (
     SELECT *
     FROM event
     WHERE resource_id = n.record_id AND at <= n.instant
       AND CASE n.value ${Object.entries(causes)
         .map(([value, condition]) => `WHEN '${value}' THEN ${condition}`)
         .join(' ')} END
     ORDER BY seq DESC
     LIMIT 1
   ) e
   LEFT JOIN api_key k ON k.id = e.key_id
   LEFT JOIN operator p ON p.id = e.key_id`,
);

type CauseRow = RowOf<typeof causesStatement>;

export interface CauseQuestion {
  readonly recordId: string;
  readonly value: CausedValue;
  readonly instant: Date;
}

/** Answers what made values what they were, as the caller may see it. */
export async function readCauses(db: Pick<Db, 'query'>, caller: Caller, questions: readonly CauseQuestion[]) {
  const rows =
    questions.length === 0
      ? []
      : await db.query(causesStatement, {
          recordIds: questions.map(({ recordId }) => recordId),
          values: questions.map(({ value }) => value),
          instants: questions.map(({ instant }) => instant),
        });
  const key = (recordId: string, value: string, instant: Date) => `${recordId} ${value} ${instant.getTime()}`;
  const byKey = new Map(rows.map((row) => [key(row.recordId, row.value, row.instant), row]));
  return ({ recordId, value, instant }: CauseQuestion) => {
    const row = byKey.get(key(recordId, value, instant));
    return row && { status: row.toStatus, cause: showCause(row, caller) };
  };
}

function showCause(row: CauseRow, caller: Caller): Cause {
  const actor = showActor({ ...row, job: findStoredJob(row) }, caller);
  return {
    type: row.type as EventType,
    at: row.at.toISOString(),
    ...(row.orderId !== null && { orderId: row.orderId }),
    ...(actor && { actor }),
  };
}

const nowStatement = statement('now-of-past', 'SELECT now() AS now');

/** The time of the database. */
export const readNow = async (db: Pick<Db, 'query'>): Promise<Date> => (await db.query(nowStatement))[0]?.now as Date;
