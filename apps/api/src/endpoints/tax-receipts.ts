import { createIdempotencyToken } from '@linework/idempotency/fingerprint';
import { unavailable } from '@linework/problem-details/make-problem';
import {
  cancelTaxReceiptRoute,
  createTaxReceiptRoute,
  getTaxReceiptDocumentRoute,
  getTaxReceiptRoute,
  issueTaxReceiptRoute,
  listTaxReceiptEventsRoute,
  listTaxReceiptsRoute,
} from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { PdfThreadNotLoaded } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import { buildReceiptDocument } from '@linework/tax-receipts/build-receipt-document';
import { cancelReceipt } from '@linework/tax-receipts/cancel-receipt';
import { draftReceipt } from '@linework/tax-receipts/draft-receipt';
import { findReceipt } from '@linework/tax-receipts/find-receipt';
import { issueReceipt } from '@linework/tax-receipts/issue-receipt';
import { listReceipts } from '@linework/tax-receipts/list-receipts';
import type { Deps } from '../request/deps.ts';
import { created, endpoint, eventsOf, page, record } from '../request/endpoint.ts';

export const taxReceipts = {
  '/tax-receipts': {
    get: page(listTaxReceiptsRoute, ({ query, caller }, { db }) => listReceipts(db, caller, query)),
    post: created(createTaxReceiptRoute, '/tax-receipts', ({ body, caller }, { db, tax }) =>
      draftReceipt(db, tax, { caller, ...body }),
    ),
    '/{id}': {
      get: record(getTaxReceiptRoute, ({ params, caller }, { db }) =>
        findReceipt(db, { caller, receiptId: params.id }),
      ),
      '/document': {
        get: endpoint(getTaxReceiptDocumentRoute, async ({ params, caller, mediaType }, { db, drawPdf }) => {
          const wanted = mediaType === 'application/xml' ? mediaType : 'application/pdf';
          const { fileName, body } = await buildReceiptDocument(db, {
            caller,
            receiptId: params.id,
            mediaType: wanted,
            drawPdf,
          }).catch(throwUnavailable);
          return { status: 200, body, headers: { 'Content-Disposition': `inline; filename="${fileName}"` } };
        }),
      },
      '/events': { get: eventsOf(listTaxReceiptEventsRoute, 'tax-receipt') },
      '/issue': {
        post: endpoint(issueTaxReceiptRoute, async (request, { db, tax, partners: { taxAuthority } }: Deps) => ({
          status: 200,
          body: await issueReceipt(
            { db, tax, taxAuthority },
            { caller: request.caller, receiptId: request.params.id, idempotencyToken: createIdempotencyToken(request) },
          ),
        })),
      },
      '/cancel': {
        post: endpoint(cancelTaxReceiptRoute, async (request, { db, tax, partners: { taxAuthority } }: Deps) => ({
          status: 200,
          body: await cancelReceipt(
            { db, tax, taxAuthority },
            {
              caller: request.caller,
              receiptId: request.params.id,
              idempotencyToken: createIdempotencyToken(request),
              reason: request.body.reason,
            },
          ),
        })),
      },
    },
  },
} as const;

const retryAfterSeconds = 60;

/**
 * 503: an operator has replaced the files of this program but has not restarted it yet. Another process may be able to
 * draw.
 */
function throwUnavailable(error: unknown): never {
  if (error instanceof PdfThreadNotLoaded)
    throw unavailable('Documents cannot be drawn until this API is restarted.', retryAfterSeconds, { cause: error });
  throw error;
}
