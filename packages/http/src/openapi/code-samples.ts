import type { Route } from '../define-route.ts';
import type { OperationExample } from './operation-example.ts';

/** A code sample as documentation pages read it from `x-codeSamples`. */
interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** Writes the request of an example in one language. Undefined if the language cannot send it. */
export type CodeSampler = (route: Route, example: OperationExample) => CodeSample | undefined;

/** Returns the sampler of curl. The key is in `$LINEWORK_API_KEY`. */
export const curlSampler =
  (serverUrl: string): CodeSampler =>
  (route, { request }) => {
    const { mediaType, body } = request;
    const content = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
    const lines = [
      `curl ${route.method === 'get' ? '' : `-X ${route.method.toUpperCase()} `}${quote(serverUrl + request.path)}`,
      ...(route.scope === null ? [] : ['-H "X-API-Key: $LINEWORK_API_KEY"']),
      ...(route.method === 'get' || route.stream ? [] : ['-H "Idempotency-Key: $(uuidgen)"']),
      ...(body === undefined ? [] : [`-H ${quote(`Content-Type: ${mediaType}`)}`, `--data-binary ${quote(content)}`]),
    ];
    return { lang: 'Shell', label: 'curl', source: lines.join(' \\\n  ') };
  };

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
