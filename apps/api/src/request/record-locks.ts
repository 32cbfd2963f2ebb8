import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Route } from '@linework/http/define-route';
import { findRecordRoutes } from '@linework/http/routing/record-routes';

/** For each route that returns a record, the table whose row is locked by every change of that record. */
const tables: Readonly<Record<string, string>> = {
  getPool: 'pool',
  getRange: 'number_range',
  getReservation: 'reservation',
  getBulkOperation: 'bulk_operation',
  getMoveIn: 'move_in',
  getDrift: 'drift',
  getOrder: 'orders',
  getPaymentMethod: 'payment_method',
  getPayment: 'payment',
  getHolder: 'holder',
  getLegalHold: 'legal_hold',
  getSupplier: 'supplier',
  getTaxReceipt: 'tax_receipt',
  getInvoice: 'invoice',
  getOffer: 'offer',
  getSubscription: 'subscription',
  getPortIn: 'port_in',
  getPortOut: 'port_out',
  getUnansweredCall: 'unanswered_call',
  getWebhookEndpoint: 'webhook_endpoint',
  getWebhookDelivery: 'webhook_delivery',
  getRole: 'operator_role',
};

/** The record, and the broker of the caller. */
const recordTypes = { id: 'uuid', brokerId: 'uuid?' } as const;
type Lock = Pick<typeof lockPause, 'name' | 'text' | 'inOrder'>;

const brokerFilter = '(:brokerId IS NULL OR broker_id = :brokerId)';

/** The same for a record that orders are about. */
const tablesWithOrders: Readonly<Record<string, string>> = { getLine: 'line' };

/** Locks the failed orders of a record before the record, in the same sequence as placing an order does. */
const buildLockWithOrders = (table: string) => `WITH unresolved AS (
    SELECT id
    FROM orders
    WHERE resource_id = :id
      AND ${brokerFilter}
      AND failed_at IS NOT NULL
      AND superseded_by IS NULL
    ORDER BY id
    FOR NO KEY UPDATE
  )
  SELECT id
  FROM ${table}
  WHERE id = :id
    AND ${brokerFilter}
    AND (SELECT count(*) FROM unresolved) >= 0
  FOR NO KEY UPDATE`;

const lockResource = statement(
  'lock-record-getResource',
  recordTypes,
  `SELECT resource_id AS id FROM resource_state WHERE resource_id = :id AND ${brokerFilter} FOR NO KEY UPDATE`,
);

const lockBroker = statement(
  'lock-record-getBroker',
  recordTypes,
  'SELECT id FROM broker WHERE id = :id AND (:brokerId IS NULL OR id = :brokerId) FOR NO KEY UPDATE',
);

const lockPause = statement(
  'lock-record-getPause',
  recordTypes,
  'SELECT id FROM pause WHERE id = :id AND :brokerId IS NULL FOR NO KEY UPDATE',
);
const lockSavedView = statement(
  'lock-record-getSavedView',
  recordTypes,
  'SELECT id FROM saved_view WHERE id = :id AND :brokerId IS NULL FOR NO KEY UPDATE',
);
const lockOperator = statement(
  'lock-record-getOperator',
  recordTypes,
  'SELECT id FROM operator WHERE id = :id AND (:brokerId IS NULL OR broker_id = :brokerId) FOR NO KEY UPDATE',
);

/**
 * Locks the usable keys of the caller's broker first, by id, in the same sequence as rotating or revoking a key does.
 */
const lockApiKey = statement(
  'lock-record-getApiKey',
  recordTypes,
  `WITH usable AS (
    SELECT id
    FROM api_key
    WHERE broker_id IS NOT DISTINCT FROM :brokerId
      AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > now())
    ORDER BY id
    FOR NO KEY UPDATE
  )
  SELECT id
  FROM api_key
  WHERE id = :id
    AND ${brokerFilter}
    AND (SELECT count(*) FROM usable) >= 0
  FOR NO KEY UPDATE`,
);

const locks = new Map<string, Lock>([
  ['getBroker', lockBroker],
  ['getApiKey', lockApiKey],
  ['getPause', lockPause],
  ['getOperator', lockOperator],
  ['getSavedView', lockSavedView],
  ['getResource', lockResource],
  ...Object.entries(tables).map(([name, table]): [string, Lock] => [
    name,
    statement(
      `lock-record-${name}`,
      recordTypes,
      `SELECT id FROM ${table} WHERE id = :id AND ${brokerFilter} FOR NO KEY UPDATE`,
    ),
  ]),
  ...Object.entries(tablesWithOrders).map(([name, table]): [string, Lock] => [
    name,
    statement(`lock-record-${name}`, recordTypes, buildLockWithOrders(table)),
  ]),
]);

/**
 * Locks the row of a record until the end of the transaction, if it exists and belongs to the caller. Foreign keys to
 * it stay possible.
 */
export async function lockRecord(
  tx: Pick<Db, 'query'>,
  record: Route,
  { id, caller }: { readonly id: string; readonly caller: Caller },
): Promise<void> {
  await tx.query(getLock(record), { id, brokerId: caller.brokerId });
}

/** Throws if a record that routes change has no row to lock, because `If-Match` would then be unsafe. */
export function checkRecordLocks(routes: readonly Route[]): void {
  const { findChangedRecord } = findRecordRoutes(routes);
  for (const record of new Set(routes.map(findChangedRecord))) if (record) getLock(record);
}

function getLock({ name }: Route): Lock {
  const lock = locks.get(name);
  if (!lock) throw new Error(`${name}: record-locks.ts does not say which row is locked for If-Match`);
  return lock;
}
