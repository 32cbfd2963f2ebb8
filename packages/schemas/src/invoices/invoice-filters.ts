import { listFromText } from '@linework/http/from-text';
import { timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { invoiceLifecycle } from './invoice.lifecycle.ts';

const day = z.iso.date().refine((text) => text >= '0001-01-01', 'must be in the years 1 to 9999');

/** The filters of both invoice lists; ranges are inclusive. */
export const invoiceFilters = {
  ...timeFilters,
  status: listFromText(z.enum(invoiceLifecycle.statuses)).optional(),
  dueDateFrom: day.optional(),
  dueDateTo: day.optional(),
};
