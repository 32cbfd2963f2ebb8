import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of an invoice. */
export const invoiceLifecycle = defineLifecycle({
  name: 'invoice',
  initial: ['DRAFT', 'OPEN'],
  statuses: {
    DRAFT: { meaning: 'made, and waiting to be approved', on: { approve: 'OPEN', void: 'VOID' } },
    OPEN: { meaning: 'to be paid by its due date', on: { pay: 'PAID', void: 'VOID' }, to: ['OVERDUE'] },
    PAID: { meaning: 'paid' },
    OVERDUE: { meaning: 'not paid by its due date', on: { pay: 'PAID', void: 'VOID' } },
    VOID: { meaning: 'of no effect' },
  },
});

export type InvoiceStatus = StatusOf<typeof invoiceLifecycle>;
export type InvoiceRequest = RequestOf<typeof invoiceLifecycle>;
