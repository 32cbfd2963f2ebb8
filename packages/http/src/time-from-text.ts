import { z } from 'zod';

// PostgreSQL and JavaScript both support these years.
const earliest = new Date('0001-01-01T00:00:00Z');
const latest = new Date('9999-12-31T23:59:59.999Z');

/** A point in time, ISO 8601 with an offset. */
export const timestampFromText = timeFromText({
  complete: completeTimestamp,
  read: (text) => new Date(text),
  message: 'must be an ISO 8601 date and time with an offset, like 2026-12-31T12:00:00Z',
});

const rangeMessage = 'must be an ISO 8601 date, or date and time, like 2026-12-31 or 2026-12-31T12:00:00Z';

/**
 * The start of a range. A date without a time means its first moment. A time without an offset is UTC. Fractions of a
 * millisecond are rounded up, because earlier values are not in the range.
 */
export const rangeStartFromText = timeFromText({
  complete: (text) => completeInUtc(text, 'T00:00:00.000Z'),
  read: (text) => new Date(Date.parse(text) + (/\.\d{3}0*[1-9]/.test(text) ? 1 : 0)),
  message: rangeMessage,
});

/** The inclusive end of a range. A date without a time means its last moment. A time without an offset is UTC. */
export const rangeEndFromText = timeFromText({
  complete: (text) => completeInUtc(text, 'T23:59:59.999Z'),
  read: (text) => new Date(text),
  message: rangeMessage,
});

interface TimeReader {
  /** Completes a shortened time. */
  readonly complete: (text: string) => string;
  readonly read: (text: string) => Date;
  readonly message: string;
}

function timeFromText({ complete, read, message }: TimeReader) {
  const time = z.iso
    .datetime({ offset: true, error: message })
    .transform(read)
    .refine((date) => date >= earliest && date <= latest, 'must be in the years 1 to 9999');
  return z.preprocess((text) => (typeof text === 'string' ? complete(text) : text), time) as z.ZodType<
    Date,
    Date | string
  >;
}

// A plus sign that was not percent-encoded arrives as a space.
const lenientPattern = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:z|([+ -]\d\d)(?::?(\d\d))?)$/i;

/** Converts the accepted ISO 8601 forms to the full form; returns any other text unchanged. */
function completeTimestamp(text: string): string {
  const [, date, time, seconds = ':00', hours, minutes = '00'] = lenientPattern.exec(text) ?? [];
  if (date === undefined) return text;
  return `${date}T${time}${seconds}${hours === undefined ? 'Z' : `${hours.replace(' ', '+')}:${minutes}`}`;
}

const dateAlone = /^\d{4}-\d\d-\d\d$/;
const withoutOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/i;

function completeInUtc(text: string, timeOfDate: string): string {
  if (dateAlone.test(text)) return text + timeOfDate;
  return completeTimestamp(withoutOffset.test(text) ? `${text}Z` : text);
}
