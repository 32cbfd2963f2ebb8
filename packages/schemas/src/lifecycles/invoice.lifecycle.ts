import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The lifecycle of an invoice. */
export const invoiceLifecycle = defineLifecycle({
  name: 'invoice',
  initial: ['DRAFT', 'OPEN'],
  statuses: {
    DRAFT: { meaning: 'waiting for approval', on: { approve: 'OPEN', void: 'VOID' } },
    OPEN: { meaning: 'to be paid by the due date', on: { pay: 'PAID', void: 'VOID' }, to: ['OVERDUE'] },
    PAID: { meaning: 'paid; one of 0.00, which is paid at once, can be voided', to: ['VOID'] },
    OVERDUE: { meaning: 'not paid by the due date', on: { pay: 'PAID', void: 'VOID' } },
    VOID: { meaning: 'no longer valid' },
  },
});

export type InvoiceStatus = StatusOf<typeof invoiceLifecycle>;
export type InvoiceRequest = RequestOf<typeof invoiceLifecycle>;
