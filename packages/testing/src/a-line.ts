import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { lineStatusEvents } from '@linework/schemas/events';
import type { LineStatus } from '@linework/schemas/lifecycles/line.lifecycle';
import { aBroker } from './a-broker.ts';
import { aHolder } from './a-holder.ts';

export interface TestLine {
  readonly id: string;
  readonly brokerId: string;
  readonly holderId: string;
  readonly status: LineStatus;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
}

/** The values that a test may choose for its line. The others have generated values. */
export interface LineOptions {
  readonly brokerId?: string;
  readonly holderId?: string;
  readonly externalCode?: string;
  readonly msisdn?: string;
  readonly iccid?: string;
  readonly imsi?: string;
}

const standBy = ['PROVISIONING', 'STAND_BY'] as const;
const active = [...standBy, 'ACTIVATING', 'ACTIVE'] as const;
const blocked = [...active, 'BLOCKING', 'BLOCKED'] as const;

/** The statuses that a line passes until it reaches each settled status. */
const statusPaths = {
  PROVISIONING_ERROR: ['PROVISIONING', 'PROVISIONING_ERROR'],
  STAND_BY: standBy,
  ACTIVATION_ERROR: [...standBy, 'ACTIVATING', 'ACTIVATION_ERROR'],
  ACTIVE: active,
  BLOCKING_ERROR: [...active, 'BLOCKING', 'BLOCKING_ERROR'],
  BLOCKED: blocked,
  TERMINATION_ERROR: [...active, 'TERMINATING', 'TERMINATION_ERROR'],
  TERMINATED: [...active, 'TERMINATING', 'TERMINATED'],
} as const satisfies Partial<Record<LineStatus, readonly LineStatus[]>>;

export type SettledLineStatus = keyof typeof statusPaths;

export const anActiveLine = (db: Db, options?: LineOptions) => aLine(db, 'ACTIVE', options);

/**
 * A line that reached its status by allowed transitions, each with its event, so that the guard of the database checks
 * all of them.
 */
export async function aLine(db: Db, status: SettledLineStatus, options: LineOptions = {}): Promise<TestLine> {
  const [initialStatus, ...laterStatuses]: readonly LineStatus[] = statusPaths[status];
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const holderId = options.holderId ?? (await aHolder(db, { brokerId })).id;
  const line = { id: randomUUID(), brokerId, holderId, ...randomIdentifiers(), ...options };
  const { id, msisdn, iccid, imsi, externalCode } = line;
  await db.transaction(async (tx) => {
    await tx.query(insertLine, [
      id,
      brokerId,
      holderId,
      msisdn,
      iccid,
      imsi,
      externalCode,
      initialStatus,
      lineStatusEvents[initialStatus as LineStatus],
    ]);
    let from = initialStatus as LineStatus;
    for (const to of laterStatuses) {
      await tx.query(changeStatus, [id, from, to, lineStatusEvents[to], new Date()]);
      from = to;
    }
  });
  return { ...line, status };
}

// Prepared, and each with its event, because most tests begin with a line.
const insertLine = statement(
  'test-insert-line',
  `WITH inserted AS (
    INSERT INTO line (id, broker_id, holder_id, msisdn, iccid, imsi, external_code, status)
    VALUES ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::text, $7::text, $8::text)
    RETURNING id, broker_id, status
  )
  ${insertEvents('line', { type: '$9::text', to: 'status' })}
  FROM inserted`,
);

const changeStatus = statement(
  'test-change-line-status',
  `WITH changed AS (
    UPDATE line
    SET
      status = $3::text,
      activated_at = CASE WHEN $3::text = 'ACTIVE' THEN $5::timestamptz ELSE activated_at END,
      terminated_at = CASE WHEN $3::text = 'TERMINATED' THEN $5::timestamptz ELSE terminated_at END
    WHERE id = $1::uuid AND status = $2::text
    RETURNING id, broker_id
  )
  ${insertEvents('line', { type: '$4::text', from: '$2::text', to: '$3::text' })}
  FROM changed`,
);

function randomIdentifiers() {
  const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));
  return { msisdn: `+55119${digits(8)}`, iccid: `895501${digits(13)}`, imsi: `72405${digits(10)}` };
}
