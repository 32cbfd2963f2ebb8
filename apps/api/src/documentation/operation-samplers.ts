import type { CodeSampler } from '@linework/http/openapi/code-samples';
import type { OperationExample } from '@linework/http/openapi/operation-example';
import type { Operation } from '@linework/sdk/operation';
import { type SampleKind, type SampleValues, sampleOf } from '@linework/sdk/sample-of';

/** The samplers of the SDK and of the command line. An operation that both do not have, such as a stream, has no sample of them. */
export function operationSamplers(operations: readonly Operation[]): readonly CodeSampler[] {
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
