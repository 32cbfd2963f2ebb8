import { z } from 'zod';
import type { Route } from '../define-route.ts';
import { acceptsIdempotencyKey } from '../route-problems.ts';

/** The relations between the routes of an API and its records, derived from paths and schemas. */
export interface RecordRoutes {
  /** Finds the route that reads the record which this route changes, by its path; undefined if there is none. */
  readonly findChangedRecord: (route: Route) => Route | undefined;
  /** Whether this response of a route is one record, so that it has an ETag. */
  readonly isReturnedBy: (route: Route, status: number) => boolean;
}

/**
 * Finds the records: the responses of GET routes that are not lists. The routes at or below the path of a record change
 * it, and they support `If-Match`.
 */
export function findRecordRoutes(routes: readonly Route[]): RecordRoutes {
  const readRoutes = routes.filter(returnsSingleRecord);
  const schemas = new Set(readRoutes.map(getRecordSchema));
  const addressedRoutes = readRoutes
    .filter(({ path }) => path.endsWith('}'))
    .toSorted((one, other) => other.path.length - one.path.length);
  return {
    findChangedRecord: (route) =>
      acceptsIdempotencyKey(route)
        ? addressedRoutes.find(({ path }) => route.path === path || route.path.startsWith(`${path}/`))
        : undefined,
    isReturnedBy: (route, status) =>
      route.method === 'get'
        ? status === 200 && returnsSingleRecord(route)
        : matchesAnySchema(schemas, route.responses[status]?.body),
  };
}

/** Whether a route reads one record, so that it supports `If-None-Match`. Public documents are not records. */
export function returnsSingleRecord(route: Route): boolean {
  const shape = getRecordSchema(route);
  return (
    route.method === 'get' &&
    route.scope !== null &&
    shape !== undefined &&
    !(shape instanceof z.ZodObject && 'items' in shape.shape)
  );
}

const getRecordSchema = ({ responses }: Route): z.ZodType | undefined =>
  responses[200]?.mediaType === undefined ? responses[200]?.body : undefined;

function matchesAnySchema(schemas: ReadonlySet<z.ZodType | undefined>, body: z.ZodType | undefined): boolean {
  if (body instanceof z.ZodUnion) return body.options.every((option) => schemas.has(option as z.ZodType));
  return body !== undefined && schemas.has(body);
}
