import { defineLifecycle, type RequestOf, type StatusOf } from '@linework/lifecycle/define-lifecycle';

/** The life of an invoice. */
export const invoiceLifecycle = defineLifecycle({
  name: 'invoice',
  initial: ['DRAFT', 'OPEN'],
  statuses: {
    DRAFT: { is: 'made, and waiting to be approved', on: { approve: 'OPEN', void: 'VOID' } },
    OPEN: { is: 'to be paid by its due date', on: { pay: 'PAID', void: 'VOID' }, to: ['OVERDUE'] },
    PAID: { is: 'paid' },
    OVERDUE: { is: 'not paid by its due date', on: { pay: 'PAID', void: 'VOID' } },
    VOID: { is: 'of no effect' },
  },
});

export type InvoiceStatus = StatusOf<typeof invoiceLifecycle>;
export type InvoiceRequest = RequestOf<typeof invoiceLifecycle>;
