import { curlSampler } from '@linework/http/openapi/code-samples';
import { openapi } from '@linework/http/openapi/openapi';
import { tags } from '@linework/schemas/tags';
import type { Operation } from '@linework/sdk/operation';
import { operations as sdkOperations } from '@linework/sdk/operations';
import { routes } from '../interface.ts';
import { eventWebhooks } from './event-webhooks.ts';
import { readExamples } from './examples.ts';
import { operationSamplers } from './operation-samplers.ts';

const description = `Linework manages telecom lines and the records around them. A request that changes a line on the network opens an order. \
Follow the order at the address in \`Location\`. Send an \`Idempotency-Key\` with each request that changes something, and repeat it until you have an answer.

The [guides](/guides) begin with a first order in five minutes.

## Answers that every operation may give

Each error is a problem document (RFC 9457) with a stable \`code\`. [Problems](/guides/problems) lists the codes with their remedies. \
These answers mean the same everywhere:

| Status | Meaning | What to do |
|---|---|---|
| 405 | The path exists, but not with this method. \`Allow\` lists the methods. | Correct the request. |
| 406 | \`Accept\` excludes every media type of the answer. | Accept \`application/json\`. |
| 415 | The body has another media type or encoding than the operation reads. | Send \`application/json\`. |
| 429 | The key or its broker has sent too many requests. | Wait for \`Retry-After\` seconds, then repeat the request with the same \`Idempotency-Key\`. |
| 503 | A system that the request needs does not respond. If it is the database, it may still execute the request when it goes on. | The same. The key makes it harmless; without one, read the record first. |
`;

/** The OpenAPI document of the API. The generator of the SDK gives its operations before they are written. */
export const openapiDocument = (serverUrl: string, operations: readonly Operation[] = sdkOperations) =>
  openapi(routes, {
    title: 'Linework',
    version: '1.0.0',
    serverUrl,
    description,
    contact: { name: 'Linework', url: `${serverUrl}/docs` },
    tags,
    examples: readExamples(),
    samplers: [curlSampler(serverUrl), ...operationSamplers(operations)],
    webhooks: eventWebhooks(),
  });
