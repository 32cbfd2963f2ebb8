import type { Db } from '@linework/db/db';
import type { BrokerModel } from '@linework/db/generated/models/Broker';
import { statement } from '@linework/db/statement';
import { insertEvents } from '@linework/events/insert-event';
import { type Broker, broker } from '@linework/schemas/brokers/broker';
import { eventType } from '@linework/schemas/events';
import { printRecord } from '@linework/schemas/print-record';
import { v7 as newId } from 'uuid';
import { assertBrokerIsUnique, isBrokerTakenError } from './assert-broker-is-unique.ts';

export interface BrokerInput {
  /** The id of this broker in another Linework. */
  readonly id?: string | undefined;
  readonly name: string;
  readonly code?: string | undefined;
  /** The group in its keys. */
  readonly cellGroup?: string | undefined;
  /** The key that sent the request; undefined when the broker is created from the command line. */
  readonly keyId?: string | undefined;
}

const createStatement = statement(
  'create-broker',
  { id: 'uuid', name: 'text', code: 'text?', cellGroup: 'text?', keyId: 'uuid?' },
  `WITH added AS (
    INSERT INTO broker (id, name, code, cell_group)
    VALUES (:id, :name, :code, :cellGroup)
    RETURNING *
  ), emitted AS (
    ${insertEvents('broker', { type: `'${eventType('broker.created')}'`, to: 'status', broker: 'id', key: ':keyId' })}
    FROM added
  )
  SELECT id, name, code, cell_group AS "cellGroup", status, created_at AS "createdAt", updated_at AS "updatedAt"
  FROM added`,
);

/** Creates a broker. Raises conflict when another broker has its id, its name or its code. */
export async function createBroker(db: Db, { id, name, code, cellGroup, keyId }: BrokerInput): Promise<Broker> {
  await assertBrokerIsUnique(db, { id, name, code });
  const values = { id: id ?? newId(), name, code, cellGroup, keyId };
  try {
    const [row] = await db.savepoint((tx) => tx.query(createStatement, values));
    return printRecord(broker, row as BrokerModel);
  } catch (error) {
    // A concurrent request was faster.
    if (isBrokerTakenError(error)) await assertBrokerIsUnique(db, { id, name, code });
    throw error;
  }
}
