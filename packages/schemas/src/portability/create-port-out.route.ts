import { defineRoute } from '@linework/http/define-route';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { e164Number, operatorCode, ticket } from './number.ts';
import { portOut } from './port-out.ts';

export const createPortOutRoute = defineRoute({
  name: 'createPortOut',
  method: 'post',
  path: '/portability/port-outs',
  tag: 'Portability',
  summary: 'Port a number out to another operator',
  description: 'At the window an order terminates the line and withdraws its number. A window in the past means now.',
  scope: 'portability:write',
  body: z.strictObject({
    ticket,
    msisdn: e164Number,
    recipient: operatorCode,
    windowFrom: timestampFromText,
    metadata: freeForm.default({}),
  }),
  responses: {
    202: {
      description: 'The port-out, which waits for its window.',
      body: portOut,
      headers: { Location: 'The port-out' },
    },
  },
  problems: ['portability-rejected', 'ticket-taken'],
});
