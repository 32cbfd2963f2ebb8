import type { Db } from '@linework/db/db';
import type { BulkOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import type { BulkOperationTarget } from './find-bulk-operation.ts';
import { requestOfBulkOperation } from './request-of-bulk-operation.ts';

/**
 * Stops a bulk operation: no order of it is placed after the response, because it waits for a transaction that is
 * placing orders. Orders that were placed continue. Raises not-found, and invalid-status-transition when the operation
 * has ended or is being cancelled.
 */
export const cancelBulkOperation = (db: Db, target: BulkOperationTarget): Promise<BulkOperation> =>
  requestOfBulkOperation(db, target, 'cancel');

/** The same, until it is resumed. */
export const pauseBulkOperation = (db: Db, target: BulkOperationTarget): Promise<BulkOperation> =>
  requestOfBulkOperation(db, target, 'pause');

/** Processes the items of a paused bulk operation again. */
export const resumeBulkOperation = (db: Db, target: BulkOperationTarget): Promise<BulkOperation> =>
  requestOfBulkOperation(db, target, 'resume');
