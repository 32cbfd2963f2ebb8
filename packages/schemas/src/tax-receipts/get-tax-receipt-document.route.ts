import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const getTaxReceiptDocumentRoute = defineRoute({
  name: 'getTaxReceiptDocument',
  method: 'get',
  path: '/tax-receipts/{id}/document',
  tag: 'tax-receipts',
  summary: 'Get a tax receipt as PDF, or as the XML that was authorised',
  description: 'There is XML of model 62 only, and only once it was issued. A draft has a PDF that says so.',
  scope: 'tax-receipts:read',
  cost: 'document',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    200: {
      description: 'The document, in the media type that `Accept` asks for.',
      mediaType: ['application/pdf', 'application/xml'],
      headers: { 'Content-Disposition': 'What the file may be called' },
    },
  },
  problems: ['not-found'],
});
