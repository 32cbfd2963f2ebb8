import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { FieldError } from '@linework/problem-details/field-error';
import { portInLifecycle } from '@linework/schemas/lifecycles/port-in.lifecycle';
import { portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';

/** A line that shall go to another holder. */
export interface HolderChange {
  readonly lineId: string;
  readonly customerId: string;
  readonly subscriptionId?: string | undefined;
}

const list = (statuses: readonly string[]) => statuses.map((status) => `'${status}'`).join(', ');
const openPortIns = portInLifecycle.statuses.filter((status) => !portInLifecycle.isFinal(status));
const openPortOuts = portOutLifecycle.statuses.filter((status) => !portOutLifecycle.isFinal(status));

const readStatement = statement(
  'read-holder-changes',
  { changes: 'jsonb' },
  `SELECT n.place, l.holder_id = n."customerId" AS "isSame", h.id IS NULL AS "isUnknown",
     h.anonymised_at IS NOT NULL AS "isAnonymised",
     n."subscriptionId" IS NOT NULL AND s.id IS NULL AS "lacksSubscription",
     EXISTS (SELECT FROM port_out p WHERE p.line_id = l.id AND p.status IN (${list(openPortOuts)})) AS "isLeaving",
     EXISTS (
       SELECT
       FROM port_in p
       WHERE p.customer_id = l.holder_id AND p.line_id = l.id AND p.status IN (${list(openPortIns)})
     ) AS "awaitsNumber"
   FROM jsonb_to_recordset(:changes) AS n(place int, "lineId" uuid, "customerId" uuid, "subscriptionId" uuid)
   JOIN line l ON l.id = n."lineId"
   LEFT JOIN holder h ON h.id = n."customerId" AND h.broker_id = l.broker_id
   LEFT JOIN subscription s ON s.id = n."subscriptionId" AND s.customer_id = n."customerId"
     AND s.broker_id = l.broker_id
     AND s.status IN ('DRAFT', 'ACTIVE', 'PAUSED')`,
);

/** Says of each change everything that is against it. */
export async function findFaults(
  db: Pick<Db, 'query'>,
  changes: readonly HolderChange[],
): Promise<readonly (readonly FieldError[])[]> {
  const rows = await db.query(readStatement, { changes: changes.map((change, place) => ({ place, ...change })) });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return changes.map(({ customerId, subscriptionId }, index) => {
    const row = byPlace.get(index);
    const faults: readonly (readonly [boolean | null | undefined, FieldError])[] = [
      [row?.isUnknown, { pointer: '/customerId', detail: `There is no holder ${customerId}.` }],
      [row?.isSame, { pointer: '/customerId', detail: 'The line has this holder already.' }],
      [row?.isAnonymised, { pointer: '/customerId', detail: `Holder ${customerId} is anonymised.` }],
      [
        row?.lacksSubscription,
        { pointer: '/subscriptionId', detail: `The holder has no subscription ${subscriptionId} that is open.` },
      ],
      [row?.isLeaving, { parameter: 'id', detail: 'The number of the line is leaving for another operator.' }],
      [row?.awaitsNumber, { parameter: 'id', detail: 'The line waits for a number from another operator.' }],
    ];
    return faults.flatMap(([applies, fault]) => (applies ? [fault] : []));
  });
}
