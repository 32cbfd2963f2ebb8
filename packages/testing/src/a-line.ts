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
  const [initialStatus, ...laterStatuses]: readonly [LineStatus, ...LineStatus[]] = statusPaths[status];
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const holderId = options.holderId ?? (await aHolder(db, { brokerId })).id;
  const line = { id: randomUUID(), brokerId, holderId, ...randomIdentifiers(), ...options };
  const { id, msisdn, iccid, imsi, externalCode } = line;
  await db.transaction(async (tx) => {
    await tx.query(insertLine, {
      id,
      brokerId,
      holderId,
      msisdn,
      iccid,
      imsi,
      externalCode: externalCode ?? null,
      status: initialStatus,
      event: lineStatusEvents[initialStatus],
    });
    let from: LineStatus = initialStatus;
    for (const to of laterStatuses) {
      await tx.query(changeStatus, { id, from, to, event: lineStatusEvents[to], at: new Date() });
      from = to;
    }
  });
  return { ...line, status };
}

// Prepared, and each with its event, because most tests begin with a line.
const insertLine = statement(
  'test-insert-line',
  {
    id: 'uuid',
    brokerId: 'uuid',
    holderId: 'uuid',
    msisdn: 'text',
    iccid: 'text',
    imsi: 'text',
    externalCode: 'text?',
    status: 'text',
    event: 'text',
  },
  `WITH inserted AS (
    INSERT INTO line (id, broker_id, holder_id, msisdn, iccid, imsi, external_code, status)
    VALUES (:id, :brokerId, :holderId, :msisdn, :iccid, :imsi, :externalCode, :status)
    RETURNING id, broker_id, status
  )
  ${insertEvents('line', { type: ':event', to: 'status' })}
  FROM inserted`,
);

const changeStatus = statement(
  'test-change-line-status',
  { id: 'uuid', from: 'text', to: 'text', event: 'text', at: 'timestamptz' },
  `WITH changed AS (
    UPDATE line
    SET
      status = :to,
      activated_at = CASE WHEN :to = 'ACTIVE' THEN :at ELSE activated_at END,
      terminated_at = CASE WHEN :to = 'TERMINATED' THEN :at ELSE terminated_at END
    WHERE id = :id AND status = :from
    RETURNING id, broker_id
  )
  ${insertEvents('line', { type: ':event', from: ':from', to: ':to' })}
  FROM changed`,
);

function randomIdentifiers() {
  const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));
  return { msisdn: `+55119${digits(8)}`, iccid: `895501${digits(13)}`, imsi: `72405${digits(10)}` };
}
