import { methodText } from './method-text.ts';
import { upperFirst } from './name-operation.ts';
import { header } from './note.ts';
import type { SdkOperation } from './read-operations.ts';

/**
 * Classes that are written by hand, and that the class of a noun extends. They exist without any operation of their
 * noun.
 */
const bases: Readonly<Record<string, { readonly name: string; readonly path: string }>> = {
  events: { name: 'EventFeed', path: 'events/event-feed.ts' },
};

/** The file of the methods: a class for each noun, and `Nouns`, which has an object of each class. */
export function nounsFile(operations: readonly SdkOperation[], typeNames: readonly string[]): string {
  const nouns = [...new Set([...operations.map(({ noun }) => noun), ...Object.keys(bases)])];
  const classes = nouns.map((noun) => {
    return classText(
      noun,
      operations.filter((operation) => operation.noun === noun && !isEventStream(operation)),
    );
  });
  return [header, ...importLines(classes.join('\n'), typeNames), '', ...classes, objectsText(nouns)].join('\n');
}

/** A stream of events has no method of its own: `events.follow` reads the feed. */
const isEventStream = ({ returns }: SdkOperation): boolean => returns.includes('text/event-stream');

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
function importLines(text: string, typeNames: readonly string[]): readonly string[] {
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
  const words = new Set(code.replaceAll(/'[^']*'|\.\w+/g, '').match(/\w+/g));
  const only = (names: readonly string[]) => names.filter((name) => words.has(name)).toSorted();
  return [
    ...importLine("'../calls/call.ts'", only(['Call']), { isType: true }),
    ...importLine("'../calls/order-call.ts'", only(['OrderCall']), { isType: true }),
    ...importLine("'../calls/page-call.ts'", only(['PageCall']), { isType: true }),
    ...importLine("'../client.ts'", ['Client', ...only(['OptionsWithQuery'])], { isType: true }),
    ...Object.values(bases).map(({ name, path }) => `import { ${name} } from '../${path}';`),
    ...importLine("'../options.ts'", only(['RequestOptions', 'StreamContent']), { isType: true }),
    ...importLine("'../transport/segment.ts'", only(['segment']), { isType: false }),
    ...importLine("'./types.ts'", only(typeNames), { isType: true }),
  ];
}

function importLine(
  path: string,
  names: readonly string[],
  { isType }: { readonly isType: boolean },
): readonly string[] {
  return names.length === 0 ? [] : [`import ${isType ? 'type ' : ''}{ ${names.join(', ')} } from ${path};`];
}

function objectsText(nouns: readonly string[]): string {
  return [
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
