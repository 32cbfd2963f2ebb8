import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
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
  { lines: 'jsonb', event: 'text' },
  `WITH imported AS (
    INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi, external_code)
    SELECT id, "brokerId", "holderId", 'PROVISIONING', msisdn, iccid, imsi, "externalCode"
    FROM jsonb_to_recordset(:lines) AS l(id uuid, "brokerId" uuid, "holderId" uuid, msisdn text, iccid text, imsi text,
      "externalCode" text)
    RETURNING id, broker_id
  )
  ${insertEvents('line', { type: ':event', to: "'PROVISIONING'", details: `'{"adopted": true}'` })}
  FROM imported`,
);

const moveStatement = statement(
  'move-imported-lines',
  { ids: 'uuid[]', from: 'text', to: 'text', event: 'text' },
  `WITH moved AS (
    UPDATE line
    SET status = :to, activated_at = CASE WHEN :to = 'ACTIVE' THEN now() ELSE activated_at END, updated_at = now()
    WHERE id = ANY(:ids) AND status = :from
    RETURNING id, broker_id
  )
  ${insertEvents('line', { type: ':event', from: ':from', to: ':to', details: `'{"adopted": true}'` })}
  FROM moved`,
);

const statusPaths = {
  STAND_BY: ['PROVISIONING', 'STAND_BY'],
  ACTIVE: ['PROVISIONING', 'STAND_BY', 'ACTIVATING', 'ACTIVE'],
  BLOCKED: ['PROVISIONING', 'STAND_BY', 'ACTIVATING', 'ACTIVE', 'BLOCKING', 'BLOCKED'],
} as const satisfies Partial<Record<LineStatus, readonly LineStatus[]>>;

/**
 * Imports lines that are on the network already. Each goes through all statuses on its path, with their events, like
 * any line.
 */
export async function importLines(
  db: Db,
  lines: readonly ImportedLine[],
  status: keyof typeof statusPaths,
): Promise<void> {
  const ids = lines.map(({ id }) => id);
  await db.transaction(async (tx) => {
    await tx.query(importStatement, { lines, event: lineStatusEvents.PROVISIONING });
    let from: LineStatus = 'PROVISIONING';
    for (const to of statusPaths[status].slice(1)) {
      await tx.query(moveStatement, { ids, from, to, event: lineStatusEvents[to] });
      from = to;
    }
  });
}
