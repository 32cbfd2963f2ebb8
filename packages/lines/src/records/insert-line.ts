import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';

/** A new line. */
export interface NewLine {
  readonly id: string;
  readonly brokerId: string;
  readonly holderId: string;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
  readonly subscriptionId?: string | undefined;
  readonly externalCode?: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const insertLineStatement = statement(
  'insert-line',
  {
    id: 'uuid',
    brokerId: 'uuid',
    holderId: 'uuid',
    msisdn: 'text',
    iccid: 'text',
    imsi: 'text',
    subscriptionId: 'uuid?',
    externalCode: 'text?',
    metadata: 'jsonb',
    orderId: 'uuid',
    keyId: 'uuid?',
  },
  `WITH inserted AS (
    INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi, subscription_id, external_code, metadata)
    VALUES (:id, :brokerId, :holderId, 'PROVISIONING', :msisdn, :iccid, :imsi, :subscriptionId, :externalCode,
      :metadata)
    RETURNING id, broker_id
  )
  ${insertMove('line', { to: 'PROVISIONING', order: ':orderId', key: ':keyId' })}
  FROM inserted`,
);

/** Inserts a new PROVISIONING line with its event. Raises conflict when its external code, number or SIM is in use. */
export async function insertLine(
  tx: Db,
  line: NewLine,
  origin: { readonly orderId: string; readonly keyId: string },
): Promise<void> {
  await tx
    .query(insertLineStatement, {
      ...line,
      ...origin,
      subscriptionId: line.subscriptionId,
      externalCode: line.externalCode,
    })
    .catch((error: unknown) => {
      for (const [index, code, detail] of uniqueConflicts)
        if (isUniqueViolation(error, index)) throw conflict(detail, { code });
      throw error;
    });
}

const uniqueConflicts = [
  ['line_broker_id_external_code_key', 'external-code-taken', 'Another line of this broker has this external code.'],
  ['one_live_line_per_msisdn', 'number-in-use', 'Another line has this number.'],
  ['one_live_line_per_iccid', 'sim-in-use', 'Another line has this SIM.'],
  ['one_live_line_per_imsi', 'sim-in-use', 'Another line has this IMSI.'],
] as const;
