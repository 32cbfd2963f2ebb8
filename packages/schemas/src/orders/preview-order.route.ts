import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { claimSource } from '../lines/claim-source.ts';
import { newLine } from '../lines/new-line.ts';
import { notBefore } from '../not-before.ts';
import { orderPreview } from './order-preview.ts';

const members = { lineId: z.uuid(), line: newLine, sim: claimSource, msisdn: claimSource };

/** The members that each order type requires. */
const requiredMembers = {
  LINE_PROVISION: ['line'],
  LINE_BLOCK: ['lineId'],
  LINE_UNBLOCK: ['lineId'],
  LINE_ACTIVATION: ['lineId'],
  LINE_TERMINATION: ['lineId'],
  LINE_SIM_SWAP: ['lineId', 'sim'],
  LINE_NUMBER_CHANGE: ['lineId', 'msisdn'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof members)[]>>;

type PreviewedType = keyof typeof requiredMembers;

const names = Object.keys(members) as readonly (keyof typeof members)[];

const body = z
  .strictObject({
    type: z.enum(Object.keys(requiredMembers) as [PreviewedType, ...PreviewedType[]]),
    lineId: members.lineId.optional().meta({ description: 'The line; required for every type except LINE_PROVISION.' }),
    line: members.line.optional().meta({ description: 'The new line for LINE_PROVISION, as in `POST /lines`.' }),
    sim: members.sim.optional().meta({ description: 'The new SIM for LINE_SIM_SWAP.' }),
    msisdn: members.msisdn.optional().meta({ description: 'The new number for LINE_NUMBER_CHANGE.' }),
    notBefore,
  })
  .superRefine((request, context) => {
    const required: readonly string[] = requiredMembers[request.type];
    for (const name of names) {
      if (required.includes(name) === (request[name] !== undefined)) continue;
      const message = required.includes(name)
        ? `is missing: ${request.type} requires it`
        : `is not allowed for ${request.type}`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  })
  .meta({ example: { type: 'LINE_BLOCK', lineId: '019a1c3e-7b1f-7c60-9d3f-0d3b8c1e5a42' } });

export type PreviewRequest = z.output<typeof body>;

export const previewOrderRoute = defineRoute({
  name: 'previewOrder',
  method: 'post',
  path: '/orders/preview',
  tag: 'orders',
  summary: 'Preview an order',
  description:
    'Dry run: returns the order without placing it. A request that the operation would reject gets the same problem here. ' +
    'When the order is placed, its number or SIM from a pool may be a different one.',
  scope: 'lines:write',
  body,
  responses: { 200: { description: 'The order that the request would place.', body: orderPreview } },
  problems: [
    'not-found',
    'invalid-status-transition',
    'open-order',
    'external-code-taken',
    'number-in-use',
    'sim-in-use',
    'resource-not-available',
    'resource-group-incomplete',
    'one-resource-per-type',
    'sim-without-imsi',
    'unknown-holder',
    'holder-anonymised',
    'unknown-subscription',
    'unknown-source',
  ],
});
