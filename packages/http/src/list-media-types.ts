import type { ResponseDeclaration, Route } from './define-route.ts';
import { isPagedEnvelope } from './paged-envelope.ts';
import { eventStreamMediaType } from './server-sent-events.ts';

/** Every list is also a table: all of its rows, without pages. */
export const csvMediaType = 'text/csv';

/** Lists the media types of a response; empty if it has no body. */
export function listMediaTypes({ body, mediaType, eventStream }: ResponseDeclaration): readonly string[] {
  if (eventStream !== undefined) return [eventStreamMediaType];
  if (mediaType !== undefined) return [mediaType].flat();
  if (body === undefined) return [];
  return isPagedEnvelope(body) ? ['application/json', csvMediaType] : ['application/json'];
}

/** Whether a route answers with a stream of events. */
export const hasEventStream = ({ responses }: Pick<Route, 'responses'>): boolean =>
  Object.values(responses).some(({ eventStream }) => eventStream !== undefined);
