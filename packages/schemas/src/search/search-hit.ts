import { z } from 'zod';

/** The most hits of one search. */
export const hitLimit = 50;

const hitKinds = ['order', 'line', 'holder', 'resource', 'pool', 'webhook-endpoint', 'webhook-delivery'] as const;
const matchedMembers = [
  'id',
  'msisdn',
  'iccId',
  'imsi',
  'externalCode',
  'federalTaxId',
  'correlationId',
  'line',
  'name',
] as const;

/** A record that a search has found. */
export const searchHit = z
  .strictObject({
    kind: z.enum(hitKinds),
    id: z.uuid(),
    brokerId: z.uuid().optional().meta({ description: 'Absent for a webhook endpoint of an operator.' }),
    matchedBy: z.enum(matchedMembers).meta({
      description:
        'The member that is equal to the text. `line`: an order of a line that was found. `name`: a pool, by a part.',
    }),
    isExact: z
      .boolean()
      .meta({ description: 'False for the latest orders of a line that was found, and for the lines of a holder.' }),
    label: z.string().meta({
      description:
        'The type of an order, the number of a line, the name of a holder or a pool, the code of a number or SIM, ' +
        'the address of a webhook endpoint, or the type of the event of a delivery.',
      example: 'LINE_BLOCK',
    }),
    status: z.string().optional(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SearchHit' });

export type SearchHit = z.infer<typeof searchHit>;
