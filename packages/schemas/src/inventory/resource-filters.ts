import { listFromText, objectFromText, restorePlus } from '@linework/http/from-text';
import { timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { resourceLifecycle } from './resource.lifecycle.ts';

/** What lists of resources can be sorted by. */
export const resourceSorts = { createdAt: 'time', updatedAt: 'time', externalCode: 'text' } as const;

/** What lists of resources can be filtered by. */
export const resourceFilters = {
  ...timeFilters,
  externalCode: restorePlus(z.string().min(1).max(200)).optional().meta({ description: 'A part of the external code, in upper or lower case.' }),
  status: listFromText(z.enum(resourceLifecycle.statuses)).optional(),
  typeId: listFromText(z.uuid()).optional(),
  brokerId: listFromText(z.uuid()).optional(),
  attributes: objectFromText
    .optional()
    .meta({ description: 'A JSON object. A resource matches when it has every member of it with exactly that value.', example: '{"tier":"gold"}' }),
};
