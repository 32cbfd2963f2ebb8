import type { Route } from '@linework/http/define-route';
import type { OperationExample } from '@linework/http/openapi/operation-example';

/** Compares an example with the declaration of its route. Returns a sentence for each difference. */
export function findExampleErrors(route: Route, example: OperationExample | undefined): readonly string[] {
  if (example === undefined) return [`${route.name} has no example.`];
  const { request, response } = example;
  const declared = route.responses[response.status];
  if (declared === undefined)
    return [`The example of ${route.name} has the status ${response.status}, which the route does not declare.`];
  const path = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
  return [
    ...(path.test(request.path) ? [] : [`The example of ${route.name} has the path ${request.path}.`]),
    ...describeIssues(route, 'request', route.body?.safeParse(request.body)),
    ...describeIssues(route, 'response', declared.body?.safeParse(response.body)),
  ];
}

interface Parsed {
  readonly success: boolean;
  readonly error?:
    | { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }
    | undefined;
}

function describeIssues({ name }: Route, part: 'request' | 'response', parsed: Parsed | undefined): readonly string[] {
  return (parsed?.error?.issues ?? []).map(
    ({ path, message }) => `The ${part} in the example of ${name} is wrong at "${path.join('.')}": ${message}.`,
  );
}
