import type { Route } from '@linework/http/define-route';
import { routes } from '../../src/interface.ts';

/** The routes that a suite asks its questions. A suite that would ask none is a defect of the suite. */
export function everyRoute(filter: (route: Route) => boolean = () => true): readonly (readonly [name: string, route: Route])[] {
  const asked = routes.filter(filter);
  if (asked.length === 0) throw new Error('no route was asked');
  return asked.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]);
}

export const needsKey = ({ scope }: Route) => scope !== null;

/** Whether the route's path names a record by its UUID. */
export function namesRecord({ params }: Route): boolean {
  return Object.values(params?.shape ?? {}).some((schema) => (schema as { readonly format?: unknown }).format === 'uuid');
}
