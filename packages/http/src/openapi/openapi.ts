import { problemSchemaFor } from '@linework/problem-details/problem-document';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import type { ResponseDeclaration, Route } from '../define-route.ts';
import { idempotencyKeyLimitCharacters, requestIdLimitCharacters } from '../limits.ts';
import { listMediaTypes } from '../list-media-types.ts';
import { acceptsIdempotencyKey, isMutation, problemsByStatus } from '../route-problems.ts';
import { findRecordRoutes, type RecordRoutes, returnsSingleRecord } from '../routing/record-routes.ts';
import { withExamples } from './openapi-examples.ts';
import { notModifiedHeaders, responseHeaders, sharedHeaders } from './openapi-headers.ts';
import { type BuildProblemResponse, problemResponseBuilder } from './openapi-problems.ts';

interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly serverUrl: string;
  readonly description: string;
  readonly contact: { readonly name: string; readonly url: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Creates the OpenAPI 3.1 document of the routes. The same routes in the same order give the same document. */
export function openapi(routes: readonly Route[], { title, version, serverUrl, description, contact, tags }: DocumentOptions): OpenApiDocument {
  const buildProblem = problemResponseBuilder(`${serverUrl}/problems`);
  const records = findRecordRoutes(routes);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: buildOperation(route, { buildProblem, records }) };
  const document = createDocument({
    openapi: '3.1.0',
    info: { title, version, description, contact: { ...contact } },
    servers: [{ url: serverUrl, 'x-internal': false }],
    tags: tags.map((tag) => ({ ...tag })),
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The key of a broker or of an operator.' } },
      headers: sharedHeaders,
      schemas: { Problem: problemSchemaFor(`${serverUrl}/problems`) },
    },
    paths,
  });
  return withExamples(document);
}

interface OperationContext {
  readonly buildProblem: BuildProblemResponse;
  readonly records: RecordRoutes;
}

function buildOperation(route: Route, { buildProblem, records }: OperationContext): ZodOpenApiOperationObject {
  const { name, tag, summary, description, scope, params, query, body, stream, responses } = route;
  const changesRecord = records.findChangedRecord(route) !== undefined;
  const successResponses = Object.entries(responses).map(([status, answer]) => [
    status,
    buildResponse(answer, route, records.isReturnedBy(route, Number(status))),
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
    description,
    security: scope === null ? [] : [{ ApiKey: [scope] }],
    requestParams: { ...(params && { path: params }), ...(query && { query }), header: requestHeaders(route, changesRecord) },
    ...(stream && { requestBody: { required: true, content: Object.fromEntries(stream.map((type) => [type, { schema: { type: 'string' as const } }])) } }),
    ...(body && { requestBody: { required: !body.safeParse(undefined).success, content: { 'application/json': { schema: body } } } }),
    responses: Object.fromEntries([...successResponses, ...notModifiedResponses, ...problemResponses]),
  };
}

const requestId = z
  .string()
  .max(requestIdLimitCharacters)
  .optional()
  .meta({ description: 'The id of the request. The server creates a UUID if the client sends none.', param: { id: 'RequestId' } });
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
    description: 'Makes the request safe to repeat: the same key and request get the same response, and the request is executed once.',
    param: { id: 'IdempotencyKey' },
  });

const ifMatch = z
  .string()
  .optional()
  .meta({
    description: 'The `ETag` of the record that the client has read. If the record has changed, the response is 412 and nothing is changed.',
    param: { id: 'IfMatch' },
  });
const ifNoneMatch = z
  .string()
  .optional()
  .meta({ description: 'The `ETag` of an earlier response. If the record is unchanged, the response is 304 without a body.', param: { id: 'IfNoneMatch' } });

function requestHeaders(route: Route, changesRecord: boolean) {
  const always = { 'X-Request-Id': requestId };
  return z.object({
    ...always,
    ...(isMutation(route) && { 'X-Correlation-Id': correlationId }),
    ...(acceptsIdempotencyKey(route) && { 'Idempotency-Key': idempotencyKey }),
    ...(changesRecord && { 'If-Match': ifMatch }),
    ...(returnsSingleRecord(route) && { 'If-None-Match': ifNoneMatch }),
  });
}

const notModified: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: 'The record is unchanged.',
  headers: notModifiedHeaders,
};

function buildResponse(declared: ResponseDeclaration, route: Route, hasEtag: boolean): ZodOpenApiResponseObject {
  const { description, body } = declared;
  const mediaTypes = listMediaTypes(declared);
  return {
    description,
    headers: responseHeaders(route, declared, hasEtag),
    ...(mediaTypes.length > 0 && { content: Object.fromEntries(mediaTypes.map((type) => [type, body === undefined ? {} : { schema: body }])) }),
  };
}
