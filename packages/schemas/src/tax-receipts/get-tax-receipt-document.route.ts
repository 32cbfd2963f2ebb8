import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';

export const getTaxReceiptDocumentRoute = defineRoute({
  name: 'getTaxReceiptDocument',
  method: 'get',
  path: '/tax-receipts/{id}/document',
  tag: 'tax-receipts',
  summary: 'Get a tax receipt as PDF, or as the XML that was authorised',
  description: 'Only model 62 has XML, and only once it is issued. The PDF of a draft says that it is a draft.',
  scope: 'tax-receipts:read',
  cost: 'document',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    200: {
      description: 'The document, in the media type that `Accept` asks for.',
      mediaType: ['application/pdf', 'application/xml'],
      headers: { 'Content-Disposition': 'The suggested name of the file' },
    },
  },
  problems: ['not-found'],
});
