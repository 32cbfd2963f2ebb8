import { interfaceVersion } from '@linework/config/version';
import { type CodeSampler, curlSampler } from '@linework/http/openapi/code-samples';
import { openapi } from '@linework/http/openapi/openapi';
import type { OperationExample } from '@linework/http/openapi/operation-example';
import { describeEventTypes } from '@linework/schemas/events/describe-event-types';
import { tags } from '@linework/schemas/tags';
import type { Operation } from '@linework/sdk/operation';
import { operations as sdkOperations } from '@linework/sdk/operations';
import { type SampleKind, type SampleValues, sampleOf } from '@linework/sdk/sample-of';
import { routes } from '../endpoints/interface.ts';
import { readExamples } from './examples.ts';

const description = `Linework manages telecom lines and the records around them. A request that changes a line on the \
network opens an order. \
Follow the order at the address in \`Location\`. Send an \`Idempotency-Key\` with each request that changes something, \
and repeat it until you have an answer.

The [guides](/guides) begin with a first order in five minutes.

## Answers that every operation may give

Each error is a problem document (RFC 9457) with a stable \`code\`. [Problems](/guides/problems) lists the codes with \
their remedies. \
These answers mean the same everywhere:

| Status | Meaning | What to do |
|---|---|---|
| 405 | The path exists, but not with this method. \`Allow\` lists the methods. | Correct the request. |
| 406 | \`Accept\` excludes every media type of the answer. | Accept \`application/json\`. |
| 415 | The body has another media type or encoding than the operation reads. | Send \`application/json\`. |
| 429 | The key or its broker has sent too many requests. | Wait for \`Retry-After\` seconds, then repeat the request \
with the same \`Idempotency-Key\`. |
| 503 | A system that the request needs does not respond. If it is the database, it may still execute the request when \
it goes on. | The same. The key makes it harmless; without one, read the record first. |
`;

interface DocumentOptions {
  readonly operations?: readonly Operation[];
  /** The version of the program that serves the document. */
  readonly release?: string;
}

/** The OpenAPI document of the API. The generator of the SDK gives its operations before they are written. */
export const openapiDocument = (serverUrl: string, { operations = sdkOperations, release }: DocumentOptions = {}) =>
  openapi(routes, {
    title: 'Linework',
    version: interfaceVersion,
    release,
    serverUrl,
    description,
    contact: { name: 'Linework', url: `${serverUrl}/docs` },
    tags,
    examples: readExamples(),
    samplers: [curlSampler(serverUrl), ...operationSamplers(operations)],
    webhooks: eventWebhooks(),
  });

/** The section `webhooks` of the OpenAPI document: for each event type what an endpoint receives. */
function eventWebhooks() {
  return Object.fromEntries(
    describeEventTypes().map((document) => [document.type, { post: buildOperation(document) }]),
  );
}

function buildOperation({ type, description, example }: ReturnType<typeof describeEventTypes>[number]) {
  return {
    operationId: `receive-${type}`,
    tags: ['events'],
    // The signature of the request proves its sender.
    security: [],
    summary: description,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/EventEnvelope' }, example } },
    },
    responses: {
      '2XX': { description: 'The event was received. Any other status is a failure, and the event is sent again.' },
    },
  };
}

/**
 * The samplers of the SDK and of the command line. An operation that both do not have, such as a stream, has no sample
 * of them.
 */
function operationSamplers(operations: readonly Operation[]): readonly CodeSampler[] {
  const byName = new Map(
    operations
      .filter(({ returns }) => !returns.includes('text/event-stream'))
      .map((operation) => [operation.name, operation]),
  );
  const samplerOf =
    (kind: SampleKind, lang: string, label: string): CodeSampler =>
    ({ name }, example) => {
      const operation = byName.get(name);
      return operation && { lang, label, source: sampleOf(operation, kind, readValues(operation, example)) };
    };
  return [samplerOf('sdk', 'JavaScript', 'SDK'), samplerOf('cli', 'Shell', 'linework')];
}

/** The values of a recorded request. */
function readValues({ path, params }: Operation, { request }: OperationExample): SampleValues {
  const [address = '', search = ''] = request.path.split('?');
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(address)?.slice(1) ?? [];
  return {
    params: Object.fromEntries(params.map(({ name }, at) => [name, decodeURIComponent(found[at] ?? '')])),
    query: Object.fromEntries(new URLSearchParams(search)),
    ...(request.body !== undefined && typeof request.body !== 'string' && { body: request.body }),
  };
}
