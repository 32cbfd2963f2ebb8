import { manyOf } from '@linework/http/from-text';
import { timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { invoiceLifecycle } from './invoice.lifecycle.ts';

/** What both lists of invoices can be narrowed down by; both ends belong to a range. */
export const invoiceFilters = {
  ...timeFilters,
  status: manyOf(z.enum(invoiceLifecycle.statuses)).optional(),
  dueDateFrom: z.iso.date().optional(),
  dueDateTo: z.iso.date().optional(),
};
