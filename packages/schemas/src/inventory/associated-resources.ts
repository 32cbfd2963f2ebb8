import { z } from 'zod';

/** How many others one resource may move with. */
const associatedLimit = 20;

/** The others of a resource's group, as somebody asks for them. */
export const associatedResourceIds = z.array(z.uuid()).max(associatedLimit).meta({
  description: 'They and this resource become one group, which moves as one: each available, of the same broker, in no other group. None: it is in no group.',
});
