import { methodText } from './method-text.ts';
import { toKebabCase, upperFirst } from './name-operation.ts';
import { header } from './note.ts';
import type { SdkOperation } from './read-operations.ts';

/**
 * Classes that are written by hand, and that the class of a noun extends. They exist without any operation of their
 * noun.
 */
const bases: Readonly<Record<string, { readonly name: string; readonly path: string }>> = {
  events: { name: 'EventFeed', path: 'events/event-feed.ts' },
};

/** The files of the methods: one for each noun with its class, and `nouns.ts`, which has an object of each class. */
export function nounFiles(
  operations: readonly SdkOperation[],
  typeNames: readonly string[],
): Readonly<Record<string, string>> {
  const nouns = [...new Set([...operations.map(({ noun }) => noun), ...Object.keys(bases)])];
  const files = nouns.map((noun) => {
    const own = operations.filter((operation) => operation.noun === noun && !isEventStream(operation));
    return [`nouns/${toKebabCase(noun)}.ts`, nounFile(noun, own, typeNames)] as const;
  });
  return { ...Object.fromEntries(files), 'nouns.ts': listFile(nouns) };
}

/** A stream of events has no method of its own: `events.follow` reads the feed. */
const isEventStream = ({ returns }: SdkOperation): boolean => returns.includes('text/event-stream');

function nounFile(noun: string, operations: readonly SdkOperation[], typeNames: readonly string[]): string {
  const text = classText(noun, operations);
  return [header, ...importLines(noun, text, typeNames), '', text].join('\n');
}

/** A record of the interface may be called like a noun. */
const className = (noun: string): string => `${upperFirst(noun)}Methods`;

function classText(noun: string, operations: readonly SdkOperation[]): string {
  const base = bases[noun];
  return [
    `/** \`linework.${noun}\` */`,
    `export class ${className(noun)}${base === undefined ? '' : ` extends ${base.name}`} {`,
    ...(operations.length === 0 ? [] : constructorLines(base !== undefined)),
    ...operations.flatMap((operation) => ['', methodText(operation)]),
    '}',
    '',
  ].join('\n');
}

function constructorLines(hasBase: boolean): readonly string[] {
  return [
    '  readonly #client: Client;',
    '',
    '  constructor(client: Client) {',
    ...(hasBase ? ['    super(client);'] : []),
    '    this.#client = client;',
    '  }',
  ];
}

/** The imports of what the text uses. */
function importLines(noun: string, text: string, typeNames: readonly string[]): readonly string[] {
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const uses = (name: string) => new RegExp(`(?<![.\\w/'])${name}(?![\\w/'(])`).test(code);
  const only = (names: readonly string[]) => names.filter(uses).toSorted();
  const base = bases[noun];
  return [
    ...(base === undefined ? [] : [`import { ${base.name} } from '../../${base.path}';`]),
    ...importLine("'../../calls/call.ts'", only(['Call']), { isType: true }),
    ...importLine("'../../calls/order-call.ts'", only(['OrderCall']), { isType: true }),
    ...importLine("'../../calls/page-call.ts'", only(['PageCall']), { isType: true }),
    ...importLine("'../../client.ts'", only(['Client', 'OptionsWithQuery']), { isType: true }),
    ...importLine("'../../options.ts'", only(['RequestOptions', 'StreamContent']), { isType: true }),
    ...importLine("'../../transport/segment.ts'", code.includes('segment(') ? ['segment'] : [], { isType: false }),
    ...importLine("'../types.ts'", only(typeNames), { isType: true }),
  ];
}

function importLine(
  path: string,
  names: readonly string[],
  { isType }: { readonly isType: boolean },
): readonly string[] {
  return names.length === 0 ? [] : [`import ${isType ? 'type ' : ''}{ ${names.join(', ')} } from ${path};`];
}

function listFile(nouns: readonly string[]): string {
  return [
    header,
    "import type { Client } from '../client.ts';",
    ...nouns.map((noun) => `import { ${className(noun)} } from './nouns/${toKebabCase(noun)}.ts';`),
    '',
    '/** An object for each noun of the interface. */',
    'export class Nouns {',
    ...nouns.map((noun) => `  readonly ${noun}: ${className(noun)};`),
    '',
    '  constructor(client: Client) {',
    ...nouns.map((noun) => `    this.${noun} = new ${className(noun)}(client);`),
    '  }',
    '}',
    '',
  ].join('\n');
}
