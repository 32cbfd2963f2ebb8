import type { Method } from '@linework/http/define-route';
import type { Endpoint } from '@linework/http/implement';
import type { Deps } from './deps.ts';

/** What a tree must hold: under a method, an endpoint whose contract names that method and the path of its place; under a path, a tree. */
type InterfaceAt<Path extends string, Tree> = {
  readonly [Key in keyof Tree]: Key extends Method
    ? Path extends `/${string}`
      ? Endpoint<Deps, Key, Path>
      : never
    : Key extends `/${string}`
      ? InterfaceAt<`${Path}${Key}`, Tree[Key]>
      : never;
};

/** Lists the endpoints of a tree of paths, from top to bottom. */
export function defineInterface<const Tree extends object>(
  tree: Tree & InterfaceAt<'', Tree>,
): readonly Endpoint<Deps>[] {
  return listEndpoints(tree);
}

function listEndpoints(tree: object): readonly Endpoint<Deps>[] {
  return Object.values(tree).flatMap((value: Endpoint<Deps> | object) =>
    'route' in value ? [value] : listEndpoints(value),
  );
}
