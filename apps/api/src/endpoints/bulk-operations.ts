import { type Caller, hasScope } from '@linework/auth/caller';
import type { Scope } from '@linework/auth/scopes';
import type { RequestOf } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { approveBulkOperation } from '@linework/lines/bulk-operations/approve-bulk-operation';
import type { SentRows } from '@linework/lines/bulk-operations/bulk-rows';
import {
  cancelBulkOperation,
  pauseBulkOperation,
  resumeBulkOperation,
} from '@linework/lines/bulk-operations/cancel-bulk-operation';
import { changeBulkOperation } from '@linework/lines/bulk-operations/change-bulk-operation';
import { createBulkChange } from '@linework/lines/bulk-operations/create-bulk-change';
import { createBulkOperation } from '@linework/lines/bulk-operations/create-bulk-operation';
import { createBulkRows, previewBulkRows } from '@linework/lines/bulk-operations/create-bulk-rows';
import { findBulkOperation } from '@linework/lines/bulk-operations/find-bulk-operation';
import { listBulkItems } from '@linework/lines/bulk-operations/list-bulk-items';
import { listBulkOperations } from '@linework/lines/bulk-operations/list-bulk-operations';
import { previewBulkChange } from '@linework/lines/bulk-operations/preview-bulk-change';
import type { LineSelection } from '@linework/lines/bulk-operations/select-lines';
import type { OrderSelection } from '@linework/lines/bulk-operations/select-orders';
import { missingScope } from '@linework/problem-details/make-problem';
import { toItemProblem } from '@linework/problem-details/stored-problem';
import type { StoredBulkItem } from '@linework/schemas/bulk-operations/bulk-item';
import {
  type BulkOperationKind,
  type CreatedBulkOperation,
  isOrderOperation,
  isRowOperation,
  type RowOperation,
} from '@linework/schemas/bulk-operations/bulk-operation';
import {
  approveBulkOperationRoute,
  cancelBulkOperationRoute,
  changeBulkOperationRoute,
  createBulkOperationRoute,
  getBulkOperationRoute,
  listBulkItemsRoute,
  listBulkOperationsRoute,
  pauseBulkOperationRoute,
  previewBulkOperationRoute,
  previewBulkRowsRoute,
  resumeBulkOperationRoute,
} from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { listOfOperation } from '@linework/schemas/bulk-operations/bulk-rows';
import { accepted, endpoint, page, record } from '../request/endpoint.ts';

const createBulkOperationEndpoint = endpoint(
  createBulkOperationRoute,
  async ({ body, caller, correlationId }, { db, bulk }) => {
    const { operation, reason, digest, metadata, name, ordersPerMinute } = body;
    assertScopeOf(operation, caller);
    const common = {
      caller,
      correlationId,
      metadata,
      name,
      ordersPerMinute,
      secondPersonAbove: bulk.secondPersonAbove,
    };
    if (isRowOperation(operation))
      return respondAccepted(
        await createBulkRows(db, { ...common, operation, reason, rows: readRowsOf(operation, body) }),
      );
    if (!isOrderOperation(operation))
      return respondAccepted(
        await createBulkOperation(db, { ...common, operation, reason, lines: readLineSelection(body) }),
      );
    const { first, others } = await createBulkChange(db, {
      ...common,
      operation,
      reason: reason ?? '',
      digest,
      orders: readOrderSelection(body),
    });
    return respondAccepted(
      others.length === 0
        ? first
        : { ...first, others: others.map(({ id, brokerId, total }) => ({ id, brokerId, total })) },
    );
  },
);

const listBulkItemsEndpoint = endpoint(
  listBulkItemsRoute,
  async ({ params, query, caller, url }, { db, publicUrl }) => {
    const { cursor, after = 0, ...wanted } = query;
    const { items, meta, pages } = await listBulkItems(db, {
      caller,
      bulkId: params.id,
      after: cursor ?? after,
      ...wanted,
    });
    return {
      status: 200,
      body: { items: items.map((item) => showItem(item, `${publicUrl}/problems`)), meta },
      headers: { Link: buildLinkHeader(url, pages) },
    };
  },
);

export const bulkOperations = {
  '/bulk-operations': {
    get: page(listBulkOperationsRoute, ({ query, caller }, { db }) => listBulkOperations(db, caller, query)),
    post: createBulkOperationEndpoint,
    '/{id}': {
      get: record(getBulkOperationRoute, ({ params, caller }, { db }) =>
        findBulkOperation(db, { caller, bulkId: params.id }),
      ),
      patch: record(changeBulkOperationRoute, ({ params, body, caller }, { db }) =>
        changeBulkOperation(db, { caller, bulkId: params.id }, body),
      ),
      '/items': { get: listBulkItemsEndpoint },
      '/approve': {
        post: record(approveBulkOperationRoute, ({ params, caller }, { db }) =>
          approveBulkOperation(db, { caller, bulkId: params.id }),
        ),
      },
      '/pause': {
        post: record(pauseBulkOperationRoute, ({ params, caller }, { db }) =>
          pauseBulkOperation(db, { caller, bulkId: params.id }),
        ),
      },
      '/resume': {
        post: record(resumeBulkOperationRoute, ({ params, caller }, { db }) =>
          resumeBulkOperation(db, { caller, bulkId: params.id }),
        ),
      },
      '/cancel': {
        post: accepted(cancelBulkOperationRoute, '/bulk-operations', ({ params, caller }, { db }) =>
          cancelBulkOperation(db, { caller, bulkId: params.id }),
        ),
      },
    },
  },
  '/bulk-operation-previews': {
    post: endpoint(previewBulkOperationRoute, async ({ body, caller }, { db, bulk, orderTypes, publicUrl }) => {
      const { operation } = body;
      assertScopeOf(operation, caller);
      const { reasons, ...counts } = await previewBulkChange(
        { db, orderTypes },
        { caller, operation, orders: readOrderSelection(body), ...bulk },
      );
      return {
        status: 200,
        body: { ...counts, reasons: reasons.map((reason) => toItemProblem(reason, `${publicUrl}/problems`)) },
      };
    }),
  },
  '/bulk-row-previews': {
    post: endpoint(previewBulkRowsRoute, async ({ body, caller, correlationId }, { db, notify, bulk, publicUrl }) => {
      const { operation } = body;
      const rows = readRowsOf(operation, body);
      const { refusedRows, ...counts } = await previewBulkRows(
        { db, notify },
        { caller, correlationId, operation, rows, ...bulk },
      );
      const shown = refusedRows.map(({ position, problem }) => ({
        position,
        problem: toItemProblem(problem, `${publicUrl}/problems`),
      }));
      return { status: 200, body: { ...counts, refusedRows: shown } };
    }),
  },
} as const;

/** The rows of a body. It has exactly the list of its operation. */
const readRowsOf = (operation: RowOperation, body: Partial<Record<string, unknown>>): SentRows =>
  (body[listOfOperation[operation]] ?? []) as SentRows;

const respondAccepted = (bulk: CreatedBulkOperation) => ({
  status: 202 as const,
  body: bulk,
  headers: { Location: `/bulk-operations/${bulk.id}` },
});

const showItem = ({ problem, ...item }: StoredBulkItem, errorsBase: string) => ({
  ...item,
  ...(problem && { problem: toItemProblem(problem, errorsBase) }),
});

type Body = RequestOf<typeof createBulkOperationRoute>['body'];

/** The lines that a body selects. It has exactly one of the members. */
function readLineSelection({
  lineIds,
  filter = {},
  bulkItems,
}: Pick<Body, 'lineIds' | 'filter' | 'bulkItems'>): LineSelection {
  if (bulkItems) return { bulkItems };
  return lineIds ? { lineIds } : { filter };
}

/** The orders that a body selects. It has exactly one of the members. */
function readOrderSelection({
  orderIds,
  orderFilter = {},
  bulkItems,
}: Pick<Body, 'orderIds' | 'orderFilter' | 'bulkItems'>): OrderSelection {
  if (bulkItems) return { bulkItems };
  return orderIds ? { orderIds } : { filter: orderFilter };
}

/**
 * Raises missing-scope when the key may not request the operation on a single line or order: then it may not request it
 * on many either.
 */
function assertScopeOf(operation: BulkOperationKind, caller: Caller): void {
  const scope = scopes[operation];
  if (scope !== undefined && !hasScope(caller, scope)) throw missingScope(scope);
}

const scopes: Partial<Readonly<Record<BulkOperationKind, Scope>>> = {
  delete: 'lines:delete',
  retry: 'orders:write',
  rollback: 'orders:write',
  cancel: 'orders:write',
  close: 'operator',
};
