import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of a tax receipt. */
export const taxReceiptLifecycle = defineLifecycle({
  name: 'tax-receipt',
  initial: ['DRAFT'],
  statuses: {
    DRAFT: { meaning: 'drafted and not issued', on: { issue: 'ACTIVE', cancel: 'CANCELED' } },
    ACTIVE: { meaning: 'issued, with a number', on: { cancel: 'CANCELED' } },
    CANCELED: { meaning: 'discarded as a draft, or cancelled after its issue' },
  },
});

export type TaxReceiptStatus = StatusOf<typeof taxReceiptLifecycle>;
export type TaxReceiptRequest = RequestOf<typeof taxReceiptLifecycle>;
