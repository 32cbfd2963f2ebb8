import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { lineStatusEvents } from '@linework/schemas/events';
import type { LineStatus } from '@linework/schemas/lifecycles/line.lifecycle';

/** A line that was in service before Linework managed it. */
export interface ImportedLine {
  readonly id: string;
  readonly brokerId: string;
  readonly holderId: string;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
  readonly externalCode?: string;
}

const importStatement = statement(
  'import-lines',
  `WITH imported AS (
    INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi, external_code)
    SELECT id, "brokerId", "holderId", 'PROVISIONING', msisdn, iccid, imsi, "externalCode"
    FROM jsonb_to_recordset($1::jsonb) AS l(id uuid, "brokerId" uuid, "holderId" uuid, msisdn text, iccid text, imsi text, "externalCode" text)
    RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, to_status, details)
  SELECT broker_id, $2, 'line', id, 'PROVISIONING', '{"adopted": true}'
  FROM imported`,
);

const moveStatement = statement(
  'move-imported-lines',
  `WITH moved AS (
    UPDATE line
    SET status = $3, activated_at = CASE WHEN $3 = 'ACTIVE' THEN now() ELSE activated_at END, updated_at = now()
    WHERE id = ANY($1::uuid[]) AND status = $2
    RETURNING id, broker_id
  )
  INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, details)
  SELECT broker_id, $4, 'line', id, $2, $3, '{"adopted": true}'
  FROM moved`,
);

const statusPaths = {
  STAND_BY: ['PROVISIONING', 'STAND_BY'],
  ACTIVE: ['PROVISIONING', 'STAND_BY', 'ACTIVATING', 'ACTIVE'],
  BLOCKED: ['PROVISIONING', 'STAND_BY', 'ACTIVATING', 'ACTIVE', 'BLOCKING', 'BLOCKED'],
} as const satisfies Partial<Record<LineStatus, readonly LineStatus[]>>;

/** Imports lines that are on the network already. Each goes through all statuses on its path, with their events, like any line. */
export async function importLines(
  db: Db,
  lines: readonly ImportedLine[],
  status: keyof typeof statusPaths,
): Promise<void> {
  const ids = lines.map(({ id }) => id);
  await db.transaction(async (tx) => {
    await tx.query(importStatement, [JSON.stringify(lines), lineStatusEvents.PROVISIONING]);
    let from: LineStatus = 'PROVISIONING';
    for (const to of statusPaths[status].slice(1)) {
      await tx.query(moveStatement, [ids, from, to, lineStatusEvents[to]]);
      from = to;
    }
  });
}
