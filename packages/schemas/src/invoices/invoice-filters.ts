import { listFromText } from '@linework/http/from-text';
import { timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { invoiceLifecycle } from './invoice.lifecycle.ts';

const day = z.iso.date().refine((text) => text >= '0001-01-01', 'must be in the years 1 to 9999');

/** What both lists of invoices can be narrowed down by; both ends belong to a range. */
export const invoiceFilters = {
  ...timeFilters,
  status: listFromText(z.enum(invoiceLifecycle.statuses)).optional(),
  dueDateFrom: day.optional(),
  dueDateTo: day.optional(),
};
