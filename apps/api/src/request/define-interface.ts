import type { Method } from '@linework/http/define-route';
import type { Endpoint } from '@linework/http/implement';
import type { Deps } from './deps.ts';

/**
 * What a tree must hold: under a method, an endpoint whose contract names that method and the path of its place; under
 * a path, a tree.
 */
type InterfaceAt<Path extends string, Tree> = {
  readonly [Key in keyof Tree]: Key extends Method
    ? Path extends `/${string}`
      ? Endpoint<Deps, Key, Path>
      : never
    : Key extends `/${string}`
      ? InterfaceAt<`${Path}${Key}`, Tree[Key]>
      : never;
};

/** Lists the endpoints of the trees, one tree a noun, from top to bottom. */
export function defineInterface<const Nouns extends readonly object[]>(
  nouns: Nouns & { readonly [Index in keyof Nouns]: InterfaceAt<'', Nouns[Index]> },
): readonly Endpoint<Deps>[] {
  return nouns.flatMap(listEndpoints);
}

function listEndpoints(tree: object): readonly Endpoint<Deps>[] {
  return Object.values(tree).flatMap((value: Endpoint<Deps> | object) =>
    'route' in value ? [value] : listEndpoints(value),
  );
}
