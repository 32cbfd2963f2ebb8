import { z } from 'zod';

/** The limit of other resources in one group. */
const associatedLimit = 20;

/** The other members of a resource's group, as a request names them. */
export const associatedResourceIds = z
  .array(z.uuid())
  .max(associatedLimit)
  .meta({
    description:
      'These and this resource become one group, whose members change status together. Each must be available, of ' +
      'the same broker and in no other group. An empty list removes the resource from its group.',
  });
