import { problemSchemaUnder } from '@linework/problem-details/problem-document';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import type { AnswerDeclaration, Route } from './define-route.ts';
import { idempotencyKeyLimitCharacters, requestIdLimitCharacters } from './limits.ts';
import { mediaTypesOf } from './media-types.ts';
import { withExamples } from './openapi-examples.ts';
import { headersOfAnswer, headersOfNotModified, sharedHeaders } from './openapi-headers.ts';
import { type Refusal, refusals } from './openapi-refusals.ts';
import { changesSomething, honoursIdempotencyKey, problemsByStatus } from './problems-of-route.ts';
import { answersOneRecord, type Records, recordsOf } from './records.ts';

interface DocumentFacts {
  readonly title: string;
  readonly version: string;
  readonly serverUrl: string;
  readonly description: string;
  readonly contact: { readonly name: string; readonly url: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The OpenAPI 3.1 document of the routes: the same routes in the same order give the same document. */
export function openapi(routes: readonly Route[], { title, version, serverUrl, description, contact, tags }: DocumentFacts): OpenApiDocument {
  const refusal = refusals(`${serverUrl}/problems`);
  const records = recordsOf(routes);
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, { refusal, records }) };
  const document = createDocument({
    openapi: '3.1.0',
    info: { title, version, description, contact: { ...contact } },
    servers: [{ url: serverUrl, 'x-internal': false }],
    tags: tags.map((tag) => ({ ...tag })),
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The key of a broker or of an operator.' } },
      headers: sharedHeaders,
      schemas: { Problem: problemSchemaUnder(`${serverUrl}/problems`) },
    },
    paths,
  });
  return withExamples(document);
}

interface Documenting {
  readonly refusal: Refusal;
  readonly records: Records;
}

function operationOf(route: Route, { refusal, records }: Documenting): ZodOpenApiOperationObject {
  const { name, tag, summary, description, scope, params, query, body, stream, answers } = route;
  const changesRecord = records.changedBy(route) !== undefined;
  const answered = Object.entries(answers).map(([status, answer]) => [status, answerOf(answer, route, records.isAnsweredBy(route, Number(status)))]);
  const unchanged = answersOneRecord(route) ? [['304', notModified]] : [];
  const refused = [...problemsByStatus(route, { changesRecord })].map(([status, codes]) => [
    String(status),
    refusal(status, codes, route.problemMembers?.[status]),
  ]);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: description ?? `${summary}.`,
    security: scope === null ? [] : [{ ApiKey: [scope] }],
    requestParams: { ...(params && { path: params }), ...(query && { query }), header: headersOf(route, changesRecord) },
    ...(stream && { requestBody: { required: true, content: Object.fromEntries(stream.map((type) => [type, { schema: { type: 'string' as const } }])) } }),
    ...(body && { requestBody: { required: !body.safeParse(undefined).success, content: { 'application/json': { schema: body } } } }),
    responses: Object.fromEntries([...answered, ...unchanged, ...refused]),
  };
}

const requestId = z
  .string()
  .max(requestIdLimitCharacters)
  .optional()
  .meta({ description: 'Names the request; a new UUID where the client sends none.', param: { id: 'RequestId' } });
const correlationId = z
  .string()
  .max(idempotencyKeyLimitCharacters)
  .optional()
  .meta({
    description: 'Becomes the `correlationId` of the order that the request opens; else the request id does.',
    param: { id: 'CorrelationId' },
  });
const idempotencyKey = z
  .string()
  .min(1)
  .max(idempotencyKeyLimitCharacters)
  .optional()
  .meta({
    description: 'Makes the request safe to repeat: the same key and request get the same answer, and the work is done once.',
    param: { id: 'IdempotencyKey' },
  });

const ifMatch = z
  .string()
  .optional()
  .meta({
    description: 'The `ETag` of the record as the client has seen it: nothing is changed, and 412 answered, where it has another by now.',
    param: { id: 'IfMatch' },
  });
const ifNoneMatch = z
  .string()
  .optional()
  .meta({ description: 'The `ETag` of an earlier answer: 304 without a body where the record still has it.', param: { id: 'IfNoneMatch' } });

function headersOf(route: Route, changesRecord: boolean) {
  const always = { 'X-Request-Id': requestId };
  return z.object({
    ...always,
    ...(changesSomething(route) && { 'X-Correlation-Id': correlationId }),
    ...(honoursIdempotencyKey(route) && { 'Idempotency-Key': idempotencyKey }),
    ...(changesRecord && { 'If-Match': ifMatch }),
    ...(answersOneRecord(route) && { 'If-None-Match': ifNoneMatch }),
  });
}

const notModified: ZodOpenApiResponseObject = {
  id: 'NotModified',
  description: 'The record is as the client has it.',
  headers: headersOfNotModified,
};

function answerOf(declared: AnswerDeclaration, route: Route, hasTag: boolean): ZodOpenApiResponseObject {
  const { description, body } = declared;
  const mediaTypes = mediaTypesOf(declared);
  return {
    description,
    headers: headersOfAnswer(route, declared, hasTag),
    ...(mediaTypes.length > 0 && { content: Object.fromEntries(mediaTypes.map((type) => [type, body === undefined ? {} : { schema: body }])) }),
  };
}
