import { z } from 'zod';
import { lineLifecycle } from '../lifecycles/line.lifecycle.ts';
import { lineLabel } from '../lines/line-label.ts';

const timestamp = z.iso.datetime();

/** What the page of an order names: the records behind its ids, and what was said about it. */
export const orderDetails = z.strictObject({
  line: lineLabel
    .extend({ status: z.enum(lineLifecycle.statuses) })
    .optional()
    .meta({ description: 'Absent for an order on another kind of record.' }),
  resources: z
    .array(
      z.strictObject({
        id: z.uuid(),
        type: z.string(),
        msisdn: z.string().optional(),
        iccId: z.string().optional(),
      }),
    )
    .meta({ description: 'The numbers and SIMs that it has changed.' }),
  porting: z
    .strictObject({
      kind: z.enum(['port-in', 'port-out']),
      id: z.uuid(),
      status: z.string(),
      msisdn: z.string(),
      partner: z.string().meta({ description: 'The other operator.' }),
      windowFrom: timestamp,
      windowUntil: timestamp.optional(),
    })
    .optional()
    .meta({ description: 'The port-in or the port-out that placed it.' }),
  pause: z
    .strictObject({
      id: z.uuid(),
      reason: z.string(),
      by: z.string().optional(),
      since: timestamp,
      until: timestamp.optional(),
    })
    .optional()
    .meta({ description: 'The pause that it waits for, with the name of who started it.' }),
  call: z
    .strictObject({ reference: z.string(), until: timestamp })
    .optional()
    .meta({ description: 'The call that its system has accepted, and when its outcome would be unknown.' }),
  systemTexts: z
    .array(
      z.strictObject({
        stepId: z.string(),
        kind: z.enum(['execute', 'undo']),
        attempt: z.int(),
        text: z.string(),
      }),
    )
    .meta({ description: 'The words of the system that refused an attempt. Empty for a viewer.' }),
});

export type OrderDetails = z.infer<typeof orderDetails>;
