import { defineRoute } from '@linework/http/define-route';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { hasMembers } from '../has-members.ts';
import { federalTaxId } from '../holders/federal-tax-id.ts';
import { claimSource } from '../lines/claim-source.ts';
import { e164Number, operatorCode } from './number.ts';
import { portIn } from './port-in.ts';

const hasWindow = ({ value }: { readonly value: unknown }) => {
  const { windowFrom, windowUntil } = (value ?? {}) as Partial<Record<'windowFrom' | 'windowUntil', unknown>>;
  return windowFrom instanceof Date && windowUntil instanceof Date;
};

const body = z
  .strictObject({
    customerId: z.uuid().meta({ description: 'The holder of the number.' }),
    msisdn: e164Number,
    donor: operatorCode,
    federalTaxId: federalTaxId
      .optional()
      .meta({ description: "The tax id under which the donor knows the holder; by default the holder's own." }),
    windowFrom: timestampFromText.meta({
      description: 'In the future, at most 30 days ahead.',
      example: '2030-01-01T09:00:00-03:00',
    }),
    windowUntil: timestampFromText.meta({ example: '2030-01-01T12:00:00-03:00' }),
    poolId: z.uuid().meta({ description: 'The pool of MSISDNs for the number.' }),
    lineId: z
      .uuid()
      .optional()
      .meta({ description: 'The line that gets the number: an ACTIVE or BLOCKED line of the holder.' }),
    sim: claimSource.optional().meta({ description: 'For a new line: the source of its SIM.' }),
    activate: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the new line is activated at once; true by default.' }),
    metadata: freeForm.default({}),
  })
  .refine(({ lineId, sim }) => (lineId === undefined) !== (sim === undefined), {
    path: ['sim'],
    error: 'is required without lineId, and not allowed with it',
    when: hasMembers,
  })
  .refine(({ lineId, activate }) => lineId === undefined || activate === undefined, {
    path: ['activate'],
    error: 'is allowed only for a new line',
    when: hasMembers,
  })
  .refine(({ windowFrom, windowUntil }) => windowUntil > windowFrom, {
    path: ['windowUntil'],
    error: 'must be after windowFrom',
    when: hasWindow,
  })
  .meta({ oneOf: [{ required: ['sim'] }, { required: ['lineId'] }] });

export const createPortInRoute = defineRoute({
  name: 'createPortIn',
  method: 'post',
  path: '/portability/port-ins',
  tag: 'Portability',
  summary: 'Port a number in from another operator',
  description:
    'Linework calls the clearing house in the background. At the window an order creates the new line, or changes the number of the chosen line. A SIM that is named by its `resourceId` is claimed only then. If another open port-in names the same SIM, the response is 409 with the code `sim-taken` and its `portInId`.',
  scope: 'portability:write',
  body,
  responses: {
    202: {
      description: 'The port-in, which will be submitted to the clearing house.',
      body: portIn,
      headers: { Location: 'The port-in' },
    },
  },
  problems: [
    'holder-anonymised',
    'holder-without-tax-id',
    'portability-rejected',
    'sim-taken',
    'unknown-holder',
    'unknown-line',
    'not-found',
    'invalid-status-transition',
    'resource-not-available',
    'resource-group-incomplete',
    'unknown-source',
    'sim-without-imsi',
    'open-order',
  ],
});
