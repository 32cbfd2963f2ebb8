import type { ResponseDeclaration, Route } from './define-route.ts';
import { eventStreamMediaType } from './server-sent-events.ts';

/** Lists the media types of a response; empty if it has no body. */
export function listMediaTypes({ body, mediaType, eventStream }: ResponseDeclaration): readonly string[] {
  if (eventStream !== undefined) return [eventStreamMediaType];
  if (mediaType !== undefined) return [mediaType].flat();
  return body === undefined ? [] : ['application/json'];
}

/** Whether a route answers with a stream of events. */
export const hasEventStream = ({ responses }: Pick<Route, 'responses'>): boolean =>
  Object.values(responses).some(({ eventStream }) => eventStream !== undefined);
