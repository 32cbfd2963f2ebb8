import { z } from 'zod';
import { eventTypes } from '../events.ts';
import { actor } from './actor.ts';

/** The largest position that JSON keeps exactly. */
const positionLimit = Number.MAX_SAFE_INTEGER;

/** The rule of long values, which the database keeps. */
export const longValues = (description: string): string =>
  `${description} A value of more than about 1,000 bytes is replaced by its \`length\` in characters and its ` +
  '`sha256`.';

const record = z
  .strictObject({
    type: z.string().meta({ description: 'The kind of record, such as `line`.' }),
    id: z.uuid(),
    brokerId: z
      .uuid()
      .nullable()
      .optional()
      .meta({ description: 'Null for a record of no broker. Absent in a thin event.' }),
    status: z.string().optional().meta({ description: 'The status after the event; only for a change of status.' }),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: longValues('What else the event says. Absent in a thin event.') }),
  })
  .meta({ description: 'The record as it was at the time of the event.' });

/**
 * An event as the feed, the stream and webhooks give it. It is a CloudEvents 1.0 event in the structured JSON format:
 * names of its attributes are lower case and their values are simple, so what has another form is in `data`. It is also
 * a payload of Standard Webhooks: `type`, `timestamp` and `data`.
 */
export const eventEnvelope = z
  .strictObject({
    specversion: z.literal('1.0'),
    id: z
      .uuid()
      .meta({ description: 'The same wherever the event is read or delivered. Use it to ignore repetitions.' }),
    source: z.string().meta({ description: 'The broker of the record as a path; `/` for a record of no broker.' }),
    type: z.enum(eventTypes),
    time: z.iso.datetime(),
    subject: z.string().meta({ description: 'The record: its kind and its id.' }),
    datacontenttype: z.literal('application/json'),
    timestamp: z.iso.datetime().meta({ description: 'The same as `time`.' }),
    position: z
      .int()
      .min(1)
      .max(positionLimit)
      .meta({ description: 'The place of the event in the feed: dense and growing.' }),
    data: z.strictObject({
      record,
      previous: z
        .strictObject({ status: z.string().nullable() })
        .optional()
        .meta({ description: 'The status before the event; null for a new record. Only for a change of status.' }),
      orderId: z.uuid().optional().meta({ description: 'The order that caused the event.' }),
      actor: actor.optional().meta({ description: 'Absent where no actor is stored.' }),
    }),
  })
  .meta({ id: 'EventEnvelope', description: 'An event.' });

export type EventEnvelope = z.infer<typeof eventEnvelope>;
const payloads = ['full', 'thin'] as const;
export type Payload = (typeof payloads)[number];
