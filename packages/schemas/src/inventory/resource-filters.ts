import { listFromText, objectFromText, restorePlus } from '@linework/http/from-text';
import { timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { resourceLifecycle } from '../lifecycles/resource.lifecycle.ts';
import { dropIccidPadding } from './iccid.ts';
import { typeFilter } from './resource-type.ts';

/** The sort fields of lists of resources. */
export const resourceSorts = { createdAt: 'time', updatedAt: 'time', externalCode: 'masked' } as const;

/** The filters of lists of resources. */
export const resourceFilters = {
  ...timeFilters,
  externalCode: restorePlus(z.string().min(1).max(200).overwrite(dropIccidPadding))
    .optional()
    .meta({ description: 'A part of the external code, in any case.' }),
  status: listFromText(z.enum(resourceLifecycle.statuses)).optional(),
  typeId: typeFilter,
  brokerId: listFromText(z.uuid()).optional(),
  attributes: objectFromText.optional().meta({
    description:
      'A JSON object. A resource matches when it has each of its members with exactly this value. It may have others.',
    example: '{"tier":"gold"}',
  }),
};
