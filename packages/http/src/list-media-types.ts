import { z } from 'zod';
import type { ResponseDeclaration, Route } from './define-route.ts';
import { isPagedEnvelope } from './paged-envelope.ts';
import { eventStreamMediaType } from './server-sent-events.ts';

/** A list is also a table: all of its rows, without pages. */
export const csvMediaType = 'text/csv';

/** Lists the media types of a response; empty if it has no body. */
export function listMediaTypes(declared: ResponseDeclaration): readonly string[] {
  const { body, mediaType, eventStream } = declared;
  if (eventStream !== undefined) return [eventStreamMediaType];
  if (mediaType !== undefined) return [mediaType].flat();
  if (body === undefined) return [];
  return findItemSchema(declared) ? ['application/json', csvMediaType] : ['application/json'];
}

/** The schema of the items of a response that is also sent as CSV; undefined for any other. */
export function findItemSchema({
  body,
  isTable = false,
}: Pick<ResponseDeclaration, 'body' | 'isTable'>): z.ZodType | undefined {
  if (!isTable && !isPagedEnvelope(body)) return undefined;
  const items = body instanceof z.ZodObject ? body.shape['items'] : undefined;
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}

/** Whether a route answers with a stream of events. */
export const hasEventStream = ({ responses }: Pick<Route, 'responses'>): boolean =>
  Object.values(responses).some(({ eventStream }) => eventStream !== undefined);
