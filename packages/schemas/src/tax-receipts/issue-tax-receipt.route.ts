import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { taxReceipt } from './tax-receipt.ts';

export const issueTaxReceiptRoute = defineRoute({
  name: 'issueTaxReceipt',
  method: 'post',
  path: '/tax-receipts/{id}/issue',
  tag: 'tax-receipts',
  summary: 'Issue a draft: assign its number and, for model 62, have it authorised',
  description:
    'A refusal of the tax authority is 422 with its `authorityCode`: the receipt stays a draft and keeps its number. A new issue calls the authority again, ' +
    'with the content rebuilt. 503 means that the authority did not respond: Linework repeats the call until it does, and the receipt then becomes ACTIVE. ' +
    'Meanwhile a repetition gets 409 with the code `authority-request-in-flight`; both have `Retry-After` with the time of the next call. ' +
    'Its taxes are those of the day of issue. If the rate of one is unknown, the response is 422 with the code `tax-rates-unknown`, the `day` and the `taxes`: ' +
    'the receipt stays a draft, its events say that it waits, and it is issued by itself when an operator has loaded the rates.',
  scope: 'tax-receipts:write',
  calls: 'tax-authority',
  hasSeveralTransactions: true,
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The receipt, issued.', body: taxReceipt } },
  problems: [
    'not-found',
    'invalid-status-transition',
    'authority-request-in-flight',
    'customer-address-missing',
    'customer-anonymised',
    'invoice-not-owed',
    'not-a-tax-receipt',
    'refused-by-authority',
    'supplier-moved',
    'tax-rates-unknown',
    'total-too-high',
  ],
});
