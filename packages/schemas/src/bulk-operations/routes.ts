import { cancelBulkOperationRoute } from './cancel-bulk-operation.route.ts';
import { createBulkOperationRoute } from './create-bulk-operation.route.ts';
import { getBulkOperationRoute } from './get-bulk-operation.route.ts';
import { listBulkItemsRoute } from './list-bulk-items.route.ts';
import { listBulkOperationsRoute } from './list-bulk-operations.route.ts';
import { previewBulkOperationRoute } from './preview-bulk-operation.route.ts';

/** The operations on bulk operations, in the order in which the document shows them. */
export const bulkOperationRoutes = [
  listBulkOperationsRoute,
  createBulkOperationRoute,
  previewBulkOperationRoute,
  getBulkOperationRoute,
  listBulkItemsRoute,
  cancelBulkOperationRoute,
] as const;
