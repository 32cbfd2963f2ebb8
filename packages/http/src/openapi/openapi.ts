import { problemSchemaFor } from '@linework/problem-details/problem-document';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import type { ResponseDeclaration, Route } from '../define-route.ts';
import { idempotencyKeyLimitCharacters, requestIdLimitCharacters } from '../limits.ts';
import { csvMediaType, hasEventStream, listMediaTypes } from '../list-media-types.ts';
import { acceptsIdempotencyKey, isMutation, problemsByStatus } from '../route-problems.ts';
import { findRecordRoutes, type RecordRoutes, returnsSingleRecord } from '../routing/record-routes.ts';
import type { CodeSampler } from './code-samples.ts';
import { withExamples } from './openapi-examples.ts';
import { notModifiedHeaders, responseHeaders, sharedHeaders } from './openapi-headers.ts';
import { type BuildProblemResponse, problemResponseBuilder } from './openapi-problems.ts';
import type { OperationExample } from './operation-example.ts';

interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  /** The version of the program that serves the document. */
  readonly release?: string | undefined;
  readonly serverUrl: string;
  readonly description: string;
  readonly contact: { readonly name: string; readonly url: string };
  /** In the order in which a page shows them. `title` is the heading, `group` the part of the page. */
  readonly tags: readonly {
    readonly name: string;
    readonly title: string;
    readonly group: string;
    readonly description: string;
  }[];
  /**
   * A real request and its answer for each operation, by its name. An operation without one gets examples that are
   * built from its schemas.
   */
  readonly examples?: Readonly<Record<string, OperationExample | undefined>>;
  /** What the service sends to addresses of its clients, by name. */
  readonly webhooks?: NonNullable<Parameters<typeof createDocument>[0]['webhooks']>;
  /** The languages of the code samples: each operation with an example has a sample of each. */
  readonly samplers?: readonly CodeSampler[];
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Creates the OpenAPI 3.1 document of the routes. The same routes in the same order give the same document. */
export function openapi(routes: readonly Route[], options: DocumentOptions): OpenApiDocument {
  const {
    title,
    version,
    release,
    serverUrl,
    description,
    contact,
    tags,
    examples = {},
    samplers = [],
    webhooks,
  } = options;
  const context = {
    buildProblem: problemResponseBuilder(`${serverUrl}/problems`),
    records: findRecordRoutes(routes),
    examples,
    samplers,
  };
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method]: buildOperation(route, context) };
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title,
      version,
      ...(release !== undefined && { 'x-release': release }),
      description,
      contact: { ...contact },
    },
    servers: [{ url: serverUrl, 'x-internal': false }],
    tags: tags.map(({ name, title, description }) => ({ name, 'x-displayName': title, description })),
    'x-tagGroups': groupTags(tags),
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The key of a broker or of an operator.',
        },
      },
      headers: sharedHeaders,
      schemas: { Problem: problemSchemaFor(`${serverUrl}/problems`) },
    },
    paths,
    ...(webhooks && { webhooks }),
  });
  return withExamples(document, examples);
}

/** The groups in the order of their first tags. */
function groupTags(tags: DocumentOptions['tags']) {
  const groups = Map.groupBy(tags, ({ group }) => group);
  return [...groups].map(([name, members]) => ({ name, tags: members.map((tag) => tag.name) }));
}

interface OperationContext {
  readonly buildProblem: BuildProblemResponse;
  readonly records: RecordRoutes;
  readonly examples: NonNullable<DocumentOptions['examples']>;
  readonly samplers: NonNullable<DocumentOptions['samplers']>;
}

function buildOperation(
  route: Route,
  { buildProblem, records, examples, samplers }: OperationContext,
): ZodOpenApiOperationObject {
  const { name, tag, summary, scope, params, query, body, stream, responses } = route;
  const example = examples[name];
  const samples = example === undefined ? [] : samplers.flatMap((sample) => sample(route, example) ?? []);
  const changesRecord = records.findChangedRecord(route) !== undefined;
  const successResponses = Object.entries(responses).map(([status, answer]) => [
    status,
    buildResponse(answer, {
      route,
      hasEtag: records.isReturnedBy(route, Number(status)),
      example: Number(status) === example?.response.status ? example.response : undefined,
    }),
  ]);
  const notModifiedResponses = returnsSingleRecord(route) ? [['304', notModified]] : [];
  const problemResponses = [...problemsByStatus(route, { changesRecord })].map(([status, codes]) => [
    String(status),
    buildProblem(status, codes, route.problemMembers?.[status]),
  ]);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: describeWithScope(route),
    security: scope === null ? [] : [{ ApiKey: [scope] }],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      header: requestHeaders(route, changesRecord),
    },
    ...(stream && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          stream.map((type) => [type, withExample({ type: 'string' as const }, type, example?.request)]),
        ),
      },
    }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': withExample(body, 'application/json', example?.request) },
      },
    }),
    responses: Object.fromEntries([...successResponses, ...notModifiedResponses, ...problemResponses]),
    ...(samples.length > 0 && { 'x-codeSamples': samples }),
  };
}

/** The scope of an operation is in its `security` too, but few pages show it there. */
function describeWithScope({ description, scope }: Route): string {
  if (scope === null) return `${description} No key is needed.`;
  const needed =
    scope === 'operator' ? "an operator's key with the scope `operator`" : `a key with the scope \`${scope}\``;
  return `${description} Needs ${needed}.`;
}

/** A schema with the recorded body, if the body has this media type. */
const withExample = <Schema>(
  schema: Schema,
  mediaType: string,
  recorded: { readonly mediaType?: string; readonly body?: unknown } | undefined,
) => ({
  schema,
  ...(recorded?.mediaType === mediaType && recorded.body !== undefined && { example: recorded.body }),
});

const requestId = z
  .string()
  .max(requestIdLimitCharacters)
  .optional()
  .meta({
    description: 'The id of the request. The server creates a UUID if the client sends none.',
    param: { id: 'RequestId' },
  });
const correlationId = z
  .string()
  .max(idempotencyKeyLimitCharacters)
  .optional()
  .meta({
    description: 'The `correlationId` of the order that the request opens. The default is the request id.',
    param: { id: 'CorrelationId' },
  });
const idempotencyKey = z
  .string()
  .min(1)
  .max(idempotencyKeyLimitCharacters)
  .optional()
  .meta({
    description:
      'Makes the request safe to repeat: the same key and request get the same response, and the request is ' +
      'executed once.',
    param: { id: 'IdempotencyKey' },
  });

const ifMatch = z
  .string()
  .optional()
  .meta({
    description:
      'The `ETag` of the record that the client has read. If the record has changed, the response is 412 and ' +
      'nothing is changed.',
    param: { id: 'IfMatch' },
  });
const ifNoneMatch = z
  .string()
  .optional()
  .meta({
    description: 'The `ETag` of an earlier response. If the record is unchanged, the response is 304 without a body.',
    param: { id: 'IfNoneMatch' },
  });

const lastEventId = z
  .string()
  .optional()
  .meta({
    description: 'The `id` of the last event that the client has read. The stream goes on after it.',
    param: { id: 'LastEventId' },
  });

function requestHeaders(route: Route, changesRecord: boolean) {
  const always = { 'X-Request-Id': requestId };
  return z.object({
    ...always,
    ...(isMutation(route) && { 'X-Correlation-Id': correlationId }),
    ...(acceptsIdempotencyKey(route) && { 'Idempotency-Key': idempotencyKey }),
    ...(changesRecord && { 'If-Match': ifMatch }),
    ...(returnsSingleRecord(route) && { 'If-None-Match': ifNoneMatch }),
    ...(hasEventStream(route) && { 'Last-Event-ID': lastEventId }),
  });
}

const notModified: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: 'The record is unchanged.',
  headers: notModifiedHeaders,
};

interface ResponseContext {
  readonly route: Route;
  readonly hasEtag: boolean;
  readonly example: OperationExample['response'] | undefined;
}

function buildResponse(
  declared: ResponseDeclaration,
  { route, hasEtag, example }: ResponseContext,
): ZodOpenApiResponseObject {
  const { description, body = declared.eventStream } = declared;
  const mediaTypes = listMediaTypes(declared);
  const contentOf = (type: string) =>
    (type === csvMediaType || type === 'text/plain') && body !== undefined
      ? { schema: { type: 'string' as const } }
      : body === undefined
        ? {}
        : withExample(body, type, declared.eventStream ? undefined : example);
  return {
    description,
    headers: responseHeaders(route, declared, hasEtag),
    ...(mediaTypes.length > 0 && { content: Object.fromEntries(mediaTypes.map((type) => [type, contentOf(type)])) }),
  };
}
