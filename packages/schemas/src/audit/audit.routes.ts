import { defineRoute } from '@linework/http/define-route';
import { listFromText, wholeNumberFromText } from '@linework/http/from-text';
import { rangeEnd, rangeStart } from '@linework/http/list-query';
import { positionFromText } from '@linework/http/position-from-text';
import { z } from 'zod';
import { event } from '../events/event.ts';
import { eventTypes } from '../events.ts';

const positionLimit = 999_999_999_999_999;

/** An event of a record that a request with an API key has caused. */
const auditEntry = event.omit({ cursor: true }).extend({ brokerId: z.uuid().optional() }).meta({ id: 'AuditEntry' });

export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditRoute = defineRoute({
  name: 'listAudit',
  method: 'get',
  path: '/audit',
  tag: 'keys',
  summary: 'List who changed what',
  description:
    'Lists the events that requests with an API key have caused, newest first: of every key for an operator, of ' +
    "the broker's own keys for a broker.",
  scope: 'keys:read',
  query: z.strictObject({
    limit: wholeNumberFromText({ min: 1, max: 100 }).default(20),
    cursor: positionFromText(positionLimit).optional(),
    keyId: listFromText(z.uuid()).optional().meta({ description: 'The key of the request.' }),
    actor: z
      .enum(['person', 'key'])
      .optional()
      .meta({ description: '`person`: what people did in the console; `key`: what systems did with their keys.' }),
    text: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          'A part of the reason, or of the name of the person or the key. Case does not count. A reason with a ' +
          'telephone number, a tax id or a secret is not searched.',
      }),
    recordId: z.uuid().optional().meta({ description: 'The record that was changed.' }),
    type: listFromText(z.enum(eventTypes)).optional(),
    createdAtFrom: rangeStart,
    createdAtTo: rangeEnd,
  }),
  responses: {
    200: {
      description: 'One page of events.',
      body: z.strictObject({ items: z.array(auditEntry).max(100) }),
      isTable: true,
      headers: { Link: 'The next page' },
    },
  },
  problems: [],
});
