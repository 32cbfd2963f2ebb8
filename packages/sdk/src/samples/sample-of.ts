import type { Operation, OperationInput } from '../operation.ts';

export type SampleKind = 'curl' | 'sdk' | 'cli';

/** Writes how an operation is called: with curl, with this package, or with the command line. Reads no table, because the generator of the table uses it. */
export function sampleOf(operation: Operation, kind: SampleKind): string {
  return { curl: curlSample, sdk: sdkSample, cli: cliSample }[kind](operation);
}

/** Parameters without a default that the operation needs. */
const needed = (inputs: readonly OperationInput[]) => inputs.filter(({ required }) => required);

function curlSample({ noun, method, path, query, scope, stream, bodyExample, returns, isIdempotent }: Operation): string {
  const parameters = needed(query).map((input) => `${input.name}=${encodeURIComponent(exampleOf(input))}`);
  const url = `$LINEWORK_URL${path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => placeholder(name, noun))}`;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${parameters.length === 0 ? url : `${url}?${parameters.join('&')}`}"`,
    ...(scope === null ? [] : ['-H "X-API-Key: $LINEWORK_API_KEY"']),
    ...(isIdempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(returns.length > 1 ? [`-H "Accept: ${returns[0]}"`] : []),
    ...(stream === undefined ? [] : [`-H "Content-Type: ${stream[0]}"`, '--data-binary @FILE']),
    ...(bodyExample === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(bodyExample).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(' \\\n  ');
}

function sdkSample({ noun, verb, params, query, stream, bodyExample, returns, isList, opensOrder }: Operation): string {
  const parameters = Object.fromEntries(needed(query).map((input) => [input.name, exampleOf(input)]));
  const hasBody = bodyExample !== undefined || stream !== undefined;
  const values = [
    ...params.map(({ name }) => `'${placeholder(name, noun)}'`),
    ...(bodyExample === undefined ? [] : [literal(bodyExample)]),
    ...(stream === undefined ? [] : [`{ mediaType: '${stream[0]}', value: content }`]),
    ...(!hasBody && Object.keys(parameters).length > 0 ? [literal(parameters)] : []),
    ...(returns.length > 1 ? [...(query.length > 0 && !hasBody ? ['{}'] : []), `'${returns[0]}'`] : []),
  ];
  const call = `linework.${noun}.${verb}(${values.join(', ')})`;
  if (isList) return `for await (const item of ${call}) {\n  console.log(item);\n}`;
  if (opensOrder) return `const order = await ${call}.${noun === 'orders' ? 'settled' : 'completed'}();`;
  return returns.length === 0 ? `await ${call};` : `const answer = await ${call};`;
}

function cliSample({ noun, verb, params, query, stream, bodyExample, opensOrder, isWrite }: Operation): string {
  const words = [
    'linework',
    toKebab(noun),
    toKebab(verb),
    ...params.map(({ name }) => placeholder(name, noun)),
    ...needed(query).map((input) => `--${toKebab(input.name)} ${exampleOf(input)}`),
    ...(stream === undefined ? [] : ['FILE']),
    ...bodyOptions(bodyExample),
    ...(isWrite && opensOrder ? ['--wait'] : []),
  ];
  return words.join(' ');
}

/** The members of a body are options; what is not plain is JSON. */
function bodyOptions(example: unknown): readonly string[] {
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).map(([name, value]) => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `--${toKebab(name)} ${/^[\w.:+@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`}`;
  });
}

function exampleOf({ enum: values, format, type }: OperationInput): string {
  if (values?.[0] !== undefined) return values[0];
  if (format === 'date-time') return '2026-11-24T12:00:00Z';
  if (format === 'date') return '2026-11-24';
  return { integer: '1', number: '1', boolean: 'true' }[type] ?? 'VALUE';
}

/** `orderId` is `ORDER_ID`, and so is `id` of an order. */
function placeholder(name: string, noun: string): string {
  const whole = name === 'id' ? `${noun.replace(/ies$/, 'y').replace(/s$/, '')}Id` : name;
  return toKebab(whole).replaceAll('-', '_').toUpperCase();
}

const toKebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** JSON as an object of JavaScript: names without quotes, texts with single ones. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`}: ${literal(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
