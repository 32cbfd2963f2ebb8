import type { Broker } from '@linework/schemas/brokers/broker';

/** A broker as it is read from the database. */
export interface BrokerRecord {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly status: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A broker as operators see it. A missing code is left out. */
export function showBroker({ id, name, code, status, createdAt, updatedAt }: BrokerRecord): Broker {
  return {
    id,
    name,
    ...(code !== null && { code }),
    status: status as Broker['status'],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
