import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { conflict } from '@linework/problem-details/make-problem';
import { type Broker, broker } from '@linework/schemas/brokers/broker';
import { printRecord } from '@linework/schemas/print-record';
import { assertBrokerIsUnique, isBrokerTakenError } from './assert-broker-is-unique.ts';
import { findBroker } from './find-broker.ts';

/** An undefined member stays as it is; null removes the code. */
export interface BrokerChange {
  readonly brokerId: string;
  readonly keyId: string;
  readonly name?: string | undefined;
  readonly code?: string | null | undefined;
  /** Only for a broker that has none. */
  readonly cellGroup?: string | undefined;
}

const changeStatement = statement(
  'change-broker',
  {
    brokerId: 'uuid',
    name: 'text?',
    hasCode: 'boolean',
    code: 'text?',
    cellGroup: 'text?',
    keyId: 'uuid',
    changed: 'text[]',
  },
  `WITH changed AS (
    UPDATE broker
    SET name = coalesce(:name, name), code = CASE WHEN :hasCode THEN :code ELSE code END,
      cell_group = coalesce(:cellGroup, cell_group), updated_at = now()
    WHERE id = :brokerId AND (:cellGroup IS NULL OR coalesce(cell_group, :cellGroup) = :cellGroup)
    RETURNING *
  ), emitted AS (
    ${insertEvent('broker.changed', {
      broker: 'id',
      key: ':keyId',
      details: "jsonb_build_object('changed', :changed)",
    })}
    FROM changed
  )
  SELECT id, name, code, cell_group AS "cellGroup", status, created_at AS "createdAt", updated_at AS "updatedAt"
  FROM changed`,
);

/**
 * Changes the name or the code of a broker. Writes nothing when no change is requested. Raises not-found, and conflict
 * when another broker has them or the broker has another group.
 */
export async function changeBroker(db: Db, { brokerId, keyId, name, code, cellGroup }: BrokerChange): Promise<Broker> {
  const changed = Object.entries({ name, code, cellGroup }).flatMap(([member, value]) =>
    value === undefined ? [] : [member],
  );
  if (changed.length === 0) return findBroker(db, brokerId);
  const values = { brokerId, name, hasCode: code !== undefined, code, cellGroup, keyId, changed };
  try {
    const [row] = await db.savepoint((tx) => tx.query(changeStatement, values));
    return row ? printRecord(broker, row) : await rejectChange(db, brokerId);
  } catch (error) {
    if (isBrokerTakenError(error)) await assertBrokerIsUnique(db, { name, code }, brokerId);
    throw error;
  }
}

async function rejectChange(db: Db, brokerId: string): Promise<never> {
  const { cellGroup } = await findBroker(db, brokerId);
  throw conflict(`This broker has the group ${cellGroup}, which is in its keys.`, { code: 'cell-group-set' });
}
