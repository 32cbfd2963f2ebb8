import type { FeedEvent } from '../model/feed-event.ts';

/** One line about an event: when, what, and which record. */
export function formatEvent({ time, type, subject, position, data }: FeedEvent): string {
  const from = data.previous?.status;
  const change = data.record.status === undefined ? '' : `  ${from ? `${from} -> ` : ''}${data.record.status}`;
  return `${time.slice(11, 23)}  ${position}  ${type}  ${subject}${change}`;
}
