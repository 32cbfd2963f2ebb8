import { z } from 'zod';
import type { Route } from './define-route.ts';
import { acceptsIdempotencyKey } from './route-problems.ts';

/** What the routes of an interface say of its records, by the addresses and the shapes that they declare. */
export interface RecordRoutes {
  /** The route that answers the record which this one changes, under whose address it stands; undefined where there is none. */
  readonly findChangedRecord: (route: Route) => Route | undefined;
  /** Whether this answer of a route is one record, so that it has an ETag. */
  readonly isReturnedBy: (route: Route, status: number) => boolean;
}

/**
 * Finds the records: whatever a GET answers that is no list. A record with an address of its own is changed by every route at that address or
 * below it, and those honour `If-Match`.
 */
export function findRecordRoutes(routes: readonly Route[]): RecordRoutes {
  const readRoutes = routes.filter(returnsSingleRecord);
  const schemas = new Set(readRoutes.map(getRecordSchema));
  const addressedRoutes = readRoutes.filter(({ path }) => path.endsWith('}')).toSorted((one, other) => other.path.length - one.path.length);
  return {
    findChangedRecord: (route) =>
      acceptsIdempotencyKey(route) ? addressedRoutes.find(({ path }) => route.path === path || route.path.startsWith(`${path}/`)) : undefined,
    isReturnedBy: (route, status) =>
      route.method === 'get' ? status === 200 && returnsSingleRecord(route) : matchesAnySchema(schemas, route.responses[status]?.body),
  };
}

/** Whether a route reads one record, so that it honours `If-None-Match`. What everybody may read is none. */
export function returnsSingleRecord(route: Route): boolean {
  const shape = getRecordSchema(route);
  return route.method === 'get' && route.scope !== null && shape !== undefined && !(shape instanceof z.ZodObject && 'items' in shape.shape);
}

const getRecordSchema = ({ responses }: Route): z.ZodType | undefined => (responses[200]?.mediaType === undefined ? responses[200]?.body : undefined);

function matchesAnySchema(schemas: ReadonlySet<z.ZodType | undefined>, body: z.ZodType | undefined): boolean {
  if (body instanceof z.ZodUnion) return body.options.every((option) => schemas.has(option as z.ZodType));
  return body !== undefined && schemas.has(body);
}
