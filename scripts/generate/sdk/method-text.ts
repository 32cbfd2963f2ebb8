import { sampleOf } from '@linework/sdk/sample-of';
import type { Schema } from './document.ts';
import { listSuccesses, type SdkOperation } from './read-operations.ts';
import { escapeComment, typeText } from './type-text.ts';
import { bodyName, queryName } from './types-file.ts';

/** Writes the method of an operation, with its comment. */
export function methodText(operation: SdkOperation): string {
  const { kind, result, type } = returnType(operation);
  return [
    commentText(operation),
    `  ${operation.verb}(${parametersOf(operation).join(', ')}): ${result}<${type}> {`,
    `    return this.#client.${kind}({ ${requestOf(operation).join(', ')} }, options);`,
    '  }',
  ].join('\n');
}

/** A body takes the place of the query, which then is an option. */
const hasContent = ({ body, stream }: SdkOperation): boolean => body !== null || stream !== undefined;

function parametersOf(operation: SdkOperation): readonly string[] {
  const { params, query, body, bodyRequired, stream, returns } = operation;
  const isQueryOption = query.length > 0 && hasContent(operation);
  const queryRequired = query.some(({ required }) => required);
  return [
    ...params.map(({ name }) => `${name}: string`),
    ...(body === null ? [] : [`body${bodyRequired ? '' : '?'}: ${bodyType(operation)}`]),
    ...(stream === undefined
      ? []
      : [`content: { readonly mediaType: ${unionOf(stream)}; readonly value: StreamContent }`]),
    ...(query.length > 0 && !isQueryOption ? [`query${queryRequired ? '' : '?'}: ${queryName(operation)}`] : []),
    ...(returns.length > 1 ? [`accept: ${unionOf(returns)}`] : []),
    `options?: ${isQueryOption ? `OptionsWithQuery<${queryName(operation)}>` : 'RequestOptions'}`,
  ];
}

function requestOf(operation: SdkOperation): readonly string[] {
  const { method, path, query, body, stream, returns, isIdempotent, isWrite } = operation;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template in the generated file.
  const filled = path.replaceAll(/\{(\w+)\}/g, '${segment($1)}');
  const [mediaType] = returns;
  const isOther = mediaType !== undefined && mediaType !== 'application/json';
  return [
    `method: '${method}'`,
    `path: ${filled === path ? `'${path}'` : `\`${filled}\``}`,
    ...(body === null ? [] : ['body']),
    ...(stream === undefined ? [] : ['content']),
    ...(query.length === 0 ? [] : [hasContent(operation) ? 'query: options?.query' : 'query']),
    ...(returns.length > 1 ? ['accept'] : isOther ? [`accept: '${mediaType}'`] : []),
    ...(isWrite && !isIdempotent ? ['isIdempotent: false'] : []),
  ];
}

const unionOf = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(' | ');

function bodyType(operation: SdkOperation): string {
  const schema = operation.documented.requestBody?.content['application/json']?.schema;
  return schema?.$ref === undefined ? bodyName(operation) : typeText(schema);
}

interface ReturnType {
  /** The method of the client. */
  readonly kind: 'call' | 'order' | 'list';
  readonly result: 'Call' | 'OrderCall' | 'PageCall';
  readonly type: string;
}

function returnType({ isList, opensOrder, documented }: SdkOperation): ReturnType {
  const schemas = listSuccesses(documented).map(({ content }) => content?.['application/json']?.schema);
  if (isList) return { kind: 'list', result: 'PageCall', type: pageTypes(schemas[0] ?? {}) };
  const types = listSuccesses(documented).map(({ content = {} }, index) => {
    const schema = schemas[index];
    if (schema !== undefined) return typeText(schema, { indent: '    ' });
    return Object.keys(content).length === 0 ? 'void' : 'Uint8Array';
  });
  const type = [...new Set(types)].join(' | ');
  return opensOrder ? { kind: 'order', result: 'OrderCall', type } : { kind: 'call', result: 'Call', type };
}

/** The types of the items, and of `meta` if it is not the usual one: undefined in a list that is not counted. */
function pageTypes({ properties = {} }: Schema): string {
  const item = typeText(properties['items']?.items ?? {}, { indent: '    ' });
  const meta = properties['meta'] === undefined ? 'undefined' : typeText(properties['meta'], { indent: '    ' });
  return meta === 'PageMeta' ? item : `${item}, ${meta}`;
}

function commentText(operation: SdkOperation): string {
  const { summary, description, scope, query } = operation;
  const lines = [
    `${summary}. ${scope === null ? 'No key is needed.' : `Needs a key with the scope \`${scope}\`.`}`,
    ...(query.length > 0 && hasContent(operation) ? ['Its query is `options.query`.'] : []),
    ...(description === '' ? [] : ['', ...description.split('\n')]),
    '',
    '```sh',
    ...sampleOf(operation, 'curl').split('\n'),
    '```',
  ];
  return ['  /**', ...lines.map((line) => `   * ${escapeComment(line)}`.trimEnd()), '   */'].join('\n');
}
