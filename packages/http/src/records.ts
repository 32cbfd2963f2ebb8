import { z } from 'zod';
import type { Route } from './define-route.ts';
import { honoursIdempotencyKey } from './problems-of-route.ts';

/** What the routes of an interface say of its records, by the addresses and the shapes that they declare. */
export interface Records {
  /** The route that answers the record which this one changes, under whose address it stands; undefined where there is none. */
  readonly changedBy: (route: Route) => Route | undefined;
  /** Whether this answer of a route is one record, so that it has an ETag. */
  readonly isAnsweredBy: (route: Route, status: number) => boolean;
}

/**
 * Finds the records: whatever a GET answers that is no list. A record with an address of its own is changed by every route at that address or
 * below it, and those honour `If-Match`.
 */
export function recordsOf(routes: readonly Route[]): Records {
  const reading = routes.filter(answersOneRecord);
  const shapes = new Set(reading.map(shapeOf));
  const addressed = reading.filter(({ path }) => path.endsWith('}')).toSorted((one, other) => other.path.length - one.path.length);
  return {
    changedBy: (route) => (honoursIdempotencyKey(route) ? addressed.find(({ path }) => route.path === path || route.path.startsWith(`${path}/`)) : undefined),
    isAnsweredBy: (route, status) => (route.method === 'get' ? status === 200 && answersOneRecord(route) : isOneOf(shapes, route.answers[status]?.body)),
  };
}

/** Whether a route reads one record, so that it honours `If-None-Match`. What everybody may read is none. */
export function answersOneRecord(route: Route): boolean {
  const shape = shapeOf(route);
  return route.method === 'get' && route.scope !== null && shape !== undefined && !(shape instanceof z.ZodObject && 'items' in shape.shape);
}

const shapeOf = ({ answers }: Route): z.ZodType | undefined => (answers[200]?.mediaType === undefined ? answers[200]?.body : undefined);

function isOneOf(shapes: ReadonlySet<z.ZodType | undefined>, body: z.ZodType | undefined): boolean {
  if (body instanceof z.ZodUnion) return body.options.every((option) => shapes.has(option as z.ZodType));
  return body !== undefined && shapes.has(body);
}
