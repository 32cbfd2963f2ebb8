import type { Route } from '@linework/http/define-route';
import { routes } from '../../src/endpoints/interface.ts';

/** Lists the routes of a suite. Throws if there are none, because the suite would then test nothing. */
export function everyRoute(
  filter: (route: Route) => boolean = () => true,
): readonly (readonly [name: string, route: Route])[] {
  const selected = routes.filter(filter);
  if (selected.length === 0) throw new Error('the filter of the suite matches no route');
  return selected.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route]);
}

export const needsKey = ({ scope }: Route) => scope !== null;

/** Whether the route's path names a record by its UUID. */
export function namesRecord({ params }: Route): boolean {
  return Object.entries(params?.shape ?? {}).some(
    ([name, schema]) => name === 'msisdn' || (schema as { readonly format?: unknown }).format === 'uuid',
  );
}
