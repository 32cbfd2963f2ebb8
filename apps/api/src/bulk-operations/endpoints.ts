import type { Endpoint } from '@linework/http/implement';
import type { Deps } from '../deps.ts';
import { cancelBulkOperation } from './cancel-bulk-operation.ts';
import { createBulkOperation } from './create-bulk-operation.ts';
import { getBulkOperation } from './get-bulk-operation.ts';
import { listBulkItems } from './list-bulk-items.ts';
import { listBulkOperations } from './list-bulk-operations.ts';
import { previewBulkOperation } from './preview-bulk-operation.ts';

/** The handlers of the bulk operations. */
export const bulkOperationEndpoints: readonly Endpoint<Deps>[] = [
  listBulkOperations,
  createBulkOperation,
  previewBulkOperation,
  getBulkOperation,
  listBulkItems,
  cancelBulkOperation,
];
