import { sampleOf } from '@linework/sdk/sample-of';
import type { Document, Schema } from './document.ts';
import { upperFirst } from './name-operation.ts';
import { header } from './note.ts';
import { findSuccess, type SdkOperation } from './read-operations.ts';
import { escapeComment, typeText } from './type-text.ts';
import { bodyName, queryName } from './types-file.ts';

/** Hand-written classes that the class of a noun extends. */
const bases: Readonly<Record<string, readonly [name: string, path: string]>> = {};

/** The files of the methods: one for each tag with a class for each noun, and `nouns.ts`, which has an object of each class. */
export function resourceFiles(operations: readonly SdkOperation[], document: Document): Readonly<Record<string, string>> {
  const byTag = Map.groupBy(operations, ({ tag }) => fileOf(tag));
  const nouns = [...new Map(operations.map(({ noun, tag }) => [noun, fileOf(tag)]))];
  // A noun of two tags is in the file of the tag that has it first.
  const placeOf = new Map<string, string>();
  for (const [noun, file] of operations.map(({ noun, tag }) => [noun, fileOf(tag)] as const)) if (!placeOf.has(noun)) placeOf.set(noun, file);
  const files = [...byTag.keys()].flatMap((file) => {
    const own = nouns.map(([noun]) => noun).filter((noun) => placeOf.get(noun) === file);
    return own.length === 0 ? [] : [[`resources/${file}.ts`, resourceFile(own, operations, document)] as const];
  });
  return {
    ...Object.fromEntries(files),
    'nouns.ts': listFile(
      nouns.map(([noun]) => noun),
      placeOf,
    ),
  };
}

const fileOf = (tag: string) => tag.toLowerCase();

function resourceFile(nouns: readonly string[], operations: readonly SdkOperation[], document: Document): string {
  const classes = nouns.map((noun) =>
    classText(
      noun,
      operations.filter((operation) => operation.noun === noun),
    ),
  );
  const text = classes.join('\n');
  const types = ['Call', 'OrderCall', 'PageCall'].filter((name) => new RegExp(`\\): ${name}<`).test(text));
  const names = [...Object.keys(document.components.schemas), ...operations.flatMap((operation) => [queryName(operation), bodyName(operation)])];
  const used = names.filter((name) => new RegExp(`(?<![.\\w/'])${name}(?![\\w/'(])`).test(text.replaceAll(/\/\*\*[\s\S]*?\*\//g, ''))).toSorted();
  const paths = { Call: 'call', OrderCall: 'order-call', PageCall: 'page-call' } as Record<string, string>;
  const client = ['type Client', ...(text.includes('OptionsWithQuery<') ? ['type OptionsWithQuery'] : []), ...(text.includes('segment(') ? ['segment'] : [])];
  return [
    header,
    ...types.map((name) => `import type { ${name} } from '../../calls/${paths[name]}.ts';`),
    `import { ${client.join(', ')} } from '../../client.ts';`,
    `import type { RequestOptions${text.includes('StreamContent') ? ', StreamContent' : ''} } from '../../options.ts';`,
    `import type { ${[...new Set(used)].join(', ')} } from '../types.ts';`,
    ...nouns.flatMap((noun) => (bases[noun] ? [`import { ${bases[noun][0]} } from '../../${bases[noun][1]}';`] : [])),
    '',
    text,
  ].join('\n');
}

function listFile(nouns: readonly string[], placeOf: ReadonlyMap<string, string>): string {
  const byFile = Map.groupBy(nouns, (noun) => placeOf.get(noun) ?? '');
  return [
    header,
    "import type { Client } from '../client.ts';",
    ...[...byFile].map(([file, own]) => `import { ${own.map(upperFirst).join(', ')} } from './resources/${file}.ts';`),
    '',
    '/** An object for each noun of the interface. */',
    'export class Nouns {',
    ...nouns.map((noun) => `  readonly ${noun}: ${upperFirst(noun)};`),
    '',
    '  constructor(client: Client) {',
    ...nouns.map((noun) => `    this.${noun} = new ${upperFirst(noun)}(client);`),
    '  }',
    '}',
    '',
  ].join('\n');
}

function classText(noun: string, operations: readonly SdkOperation[]): string {
  const base = bases[noun]?.[0];
  return [
    `/** \`linework.${noun}\` */`,
    `export class ${upperFirst(noun)}${base === undefined ? '' : ` extends ${base}`} {`,
    '  readonly #client: Client;',
    '',
    '  constructor(client: Client) {',
    ...(base === undefined ? [] : ['    super(client);']),
    '    this.#client = client;',
    '  }',
    ...operations.filter((operation) => !isEventStream(operation)).flatMap((operation) => ['', methodText(operation)]),
    '}',
    '',
  ].join('\n');
}

/** A stream of events has no method of its own: `events.follow` reads it. */
export const isEventStream = ({ returns }: SdkOperation): boolean => returns.includes('text/event-stream');

function methodText(operation: SdkOperation): string {
  const { verb, method, path, params, query, body, bodyRequired, stream, returns, isIdempotent, isWrite } = operation;
  const hasQuery = query.length > 0;
  const hasContent = body !== null || stream !== undefined;
  const queryRequired = query.some(({ required }) => required);
  const requestOptions = hasQuery && hasContent ? `OptionsWithQuery<${queryName(operation)}>` : 'RequestOptions';
  const parameters = [
    ...params.map(({ name }) => `${name}: string`),
    ...(body === null ? [] : [`body${bodyRequired ? '' : '?'}: ${bodyType(operation)}`]),
    ...(stream === undefined ? [] : [`content: { readonly mediaType: ${stream.map((type) => `'${type}'`).join(' | ')}; readonly value: StreamContent }`]),
    ...(hasQuery && !hasContent ? [`query${queryRequired ? '' : '?'}: ${queryName(operation)}`] : []),
    ...(returns.length > 1 ? [`accept: ${returns.map((type) => `'${type}'`).join(' | ')}`] : []),
    `options?: ${requestOptions}`,
  ];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template in the generated file.
  const filled = path.replaceAll(/\{(\w+)\}/g, '${segment($1)}');
  const request = [
    `method: '${method}'`,
    `path: ${filled.includes('$') ? `\`${filled}\`` : `'${filled}'`}`,
    ...(body === null ? [] : ['body']),
    ...(stream === undefined ? [] : ['content']),
    ...(hasQuery ? [hasContent ? 'query: options?.query' : 'query'] : []),
    ...(returns.length > 1 ? ['accept'] : returns.length === 1 && returns[0] !== 'application/json' ? [`accept: '${returns[0]}'`] : []),
    ...(isWrite && !isIdempotent ? ['isIdempotent: false'] : []),
  ];
  const [kind, type] = returnType(operation);
  const [name, result] = { call: ['call', 'Call'], order: ['order', 'OrderCall'], list: ['list', 'PageCall'] }[kind] as [string, string];
  return [
    comment(operation),
    `  ${verb}(${parameters.join(', ')}): ${result}<${type}> {`,
    `    return this.#client.${name}<${type}>({ ${request.join(', ')} }, options);`,
    '  }',
  ].join('\n');
}

function bodyType(operation: SdkOperation): string {
  const schema = operation.documented.requestBody?.content['application/json']?.schema;
  return schema?.$ref === undefined ? bodyName(operation) : typeText(schema);
}

function returnType(operation: SdkOperation): readonly [kind: 'call' | 'order' | 'list', type: string] {
  const [, success] = findSuccess(operation.documented);
  const schema: Schema | undefined = success?.content?.['application/json']?.schema;
  if (operation.isList) {
    const { properties } = schema as Required<Schema>;
    const meta = typeText(properties['meta'] ?? {});
    const item = typeText(properties['items']?.items ?? {}, { indent: '    ' });
    return ['list', meta === 'PageMeta' ? item : `${item}, ${meta}`];
  }
  const type = schema === undefined ? (operation.returns.length === 0 ? 'void' : 'Uint8Array') : typeText(schema, { indent: '    ' });
  return [operation.opensOrder ? 'order' : 'call', type];
}

function comment(operation: SdkOperation): string {
  const { summary, description, scope, query, body, stream } = operation;
  const hasContent = body !== null || stream !== undefined;
  const lines = [
    `${summary}.`,
    ...(description === '' ? [] : ['', ...description.split('\n')]),
    '',
    scope === null ? 'No key is needed.' : `Needs a key with the scope \`${scope}\`.`,
    ...(query.length > 0 && hasContent ? ['Its query is `options.query`.'] : []),
    '',
    '```sh',
    ...sampleOf(operation, 'curl').split('\n'),
    '```',
  ];
  return ['  /**', ...lines.map((line) => `   * ${escapeComment(line)}`.trimEnd()), '   */'].join('\n');
}
