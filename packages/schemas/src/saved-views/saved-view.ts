import { z } from 'zod';
import { actor } from '../events/actor.ts';

const timestamp = z.iso.datetime();

export const savedViewName = z.string().trim().min(1).max(100);
export const savedViewPage = z
  .string()
  .regex(/^[a-z][a-z-]{0,39}$/, 'must be the name of a page: lower-case letters and hyphens')
  .meta({ description: 'The page of the console.', example: 'orders' });
export const savedViewQuery = z.string().max(2_000).meta({
  description: "The query of the page's address, without the question mark.",
  example: 'status=FAILED&superseded=false',
});

/** A named filter of a page of the console. */
export const savedView = z
  .strictObject({
    id: z.uuid(),
    page: savedViewPage,
    name: savedViewName,
    query: savedViewQuery,
    shared: z.boolean().meta({
      description: 'Whether everybody who works with the console sees it. Only its owner and administrators change it.',
    }),
    own: z.boolean().meta({ description: 'Whether it belongs to the caller.' }),
    owner: actor,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'SavedView' });

export type SavedView = z.infer<typeof savedView>;
