import type { ProblemStatus } from '@linework/problem-details/codes/problems';
import type { ProblemDocument } from '@linework/problem-details/problem-document';
import type { z } from 'zod';
import type { ResponseDeclaration, Route } from './define-route.ts';

/** The input of a call: params, query and body, if the route declares them. */
type CallInput<Called extends Route> = PartInput<Called, 'params'> &
  PartInput<Called, 'query'> &
  PartInput<Called, 'body'> &
  StreamInput<Called> & { readonly headers?: Readonly<Record<string, string>> };

/** The result of a call: a declared response or a problem, distinguished by `status`. */
type ClientResponse<Called extends Route> =
  | {
      [Status in keyof Called['responses'] & number]: TypedResponse<Status, ResponseBody<Called['responses'][Status]>>;
    }[keyof Called['responses'] & number]
  | TypedResponse<ProblemStatus, ProblemDocument>;

export interface Client {
  /** Calls a route. It throws only if there is no response, whatever the status is. */
  readonly call: <const Called extends Route>(
    route: Called,
    ...call: OptionalArgument<CallInput<Called>>
  ) => Promise<ClientResponse<Called>>;
}

/**
 * Creates a client of the service at `baseUrl`. The route gives the types of a call; responses are not validated.
 * @internal
 */
export function createClient(
  baseUrl: string,
  options: { readonly apiKey?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Client {
  const defaultHeaders = { ...(options.apiKey !== undefined && { 'X-API-Key': options.apiKey }), ...options.headers };
  return {
    call: async (route, ...[call = {}]) => {
      const { params, query, body, stream, headers }: UntypedCall = call;
      const mediaType = body === undefined ? stream?.mediaType : 'application/json';
      const response = await fetch(baseUrl + buildPath(route, params, query), {
        method: route.method.toUpperCase(),
        headers: { ...(mediaType !== undefined && { 'Content-Type': mediaType }), ...defaultHeaders, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(stream && { body: stream.content, duplex: 'half' }),
      });
      return { status: response.status, headers: response.headers, body: await readBody(response) } as never;
    },
  };
}

interface UntypedCall {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly stream?: { readonly mediaType: string; readonly content: StreamContent };
  readonly headers?: Readonly<Record<string, string>>;
}

interface TypedResponse<Status, Body> {
  readonly status: Status;
  readonly headers: Headers;
  readonly body: Body;
}

type PartInput<Called, Part extends string> = Called extends { readonly [part in Part]: infer Schema extends z.ZodType }
  ? Record<never, never> extends z.input<Schema>
    ? { readonly [part in Part]?: z.input<Schema> }
    : { readonly [part in Part]: z.input<Schema> }
  : Record<never, never>;

type StreamContent = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

type StreamInput<Called> = Called extends { readonly stream: readonly (infer MediaType)[] }
  ? { readonly stream: { readonly mediaType: MediaType; readonly content: StreamContent } }
  : Record<never, never>;

type ResponseBody<Declaration extends ResponseDeclaration> = Declaration extends {
  readonly body: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : Declaration extends { readonly mediaType: string | readonly string[] }
    ? Uint8Array
    : undefined;

type OptionalArgument<Call> = Record<never, never> extends Call ? [call?: Call] : [call: Call];

function buildPath(route: Route, params: UntypedCall['params'] = {}, query: UntypedCall['query'] = {}): string {
  const path = route.path.replaceAll(/\{([^}]*)\}/g, (_braces, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) parameters.append(name, toText(one));
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

function toText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

async function readBody(response: Response): Promise<unknown> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length === 0) return undefined;
  return /\bjson\b/.test(response.headers.get('Content-Type') ?? '')
    ? JSON.parse(Buffer.from(bytes).toString())
    : bytes;
}
