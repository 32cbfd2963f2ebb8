/** One message of a stream: an event with its id, or a comment, which keeps the connection alive. */
export type ServerSentEvent<Data = unknown> =
  | { readonly id: string; readonly event?: string; readonly data: Data }
  | { readonly comment: string };

export const eventStreamMediaType = 'text/event-stream';

/** Formats a message (HTML, 9.2.6). JSON has no line breaks, so the data is one line. */
export function formatServerSentEvent(message: ServerSentEvent): string {
  if ('comment' in message) return `: ${message.comment}\n\n`;
  const name = message.event === undefined ? '' : `event: ${message.event}\n`;
  return `id: ${message.id}\n${name}data: ${JSON.stringify(message.data)}\n\n`;
}
