import type { Operation, OperationInput } from '../operation.ts';

export type SampleKind = 'curl' | 'sdk' | 'cli';

/** The values of a sample. Without them it has names in capital letters, and the example of the body. */
export interface SampleValues {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Writes how an operation is called: with curl, with this package, or with the command line. Reads no table, because
 * the generator of the table uses it.
 */
export function sampleOf(operation: Operation, kind: SampleKind, { params, query, body }: SampleValues = {}): string {
  const example = body ?? operation.bodyExample;
  const values = {
    params: operation.params.map(({ name }) => params?.[name] ?? placeholder(name, operation.noun)),
    query:
      query ??
      Object.fromEntries(
        operation.query.filter(({ required }) => required).map((input) => [input.name, exampleOf(input)]),
      ),
    ...(example !== undefined && operation.body !== null && { body: example }),
  };
  return { curl: curlSample, sdk: sdkSample, cli: cliSample }[kind](operation, values);
}

interface FilledValues {
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function curlSample(
  { method, path, scope, stream, returns, isIdempotent }: Operation,
  { params, query, body }: FilledValues,
): string {
  const left = [...params];
  const filled = path.replaceAll(/\{\w+\}/g, () => left.shift() ?? '');
  const parameters = new URLSearchParams(query).toString();
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}` +
      `"$LINEWORK_URL${filled}${parameters === '' ? '' : `?${parameters}`}"`,
    ...(scope === null ? [] : ['-H "X-API-Key: $LINEWORK_API_KEY"']),
    ...(isIdempotent ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(returns.length > 1 ? [`-H "Accept: ${returns[0]}"`] : []),
    ...(stream === undefined ? [] : [`-H "Content-Type: ${stream[0]}"`, '--data-binary @FILE']),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(body))}`]),
  ];
  return lines.join(' \\\n  ');
}

function sdkSample(operation: Operation, { params, query, body }: FilledValues): string {
  const { noun, verb, stream, returns, isList, opensOrder } = operation;
  const isQueryOption = operation.body !== null || stream !== undefined;
  const parameters = Object.keys(query).length === 0 ? undefined : literal(typed(query, operation.query));
  const values = [
    ...params.map(literal),
    ...(body === undefined ? [] : [literal(body)]),
    ...(stream === undefined ? [] : [`{ mediaType: '${stream[0]}', value: content }`]),
    ...(parameters !== undefined && !isQueryOption ? [parameters] : []),
    ...(returns.length > 1
      ? [...(operation.query.length > 0 && parameters === undefined ? ['{}'] : []), `'${returns[0]}'`]
      : []),
    ...(parameters !== undefined && isQueryOption
      ? [...(body === undefined && stream === undefined ? ['undefined'] : []), `{ query: ${parameters} }`]
      : []),
  ];
  const call = `linework.${noun}.${verb}(${values.join(', ')})`;
  if (isList) return `for await (const item of ${call}) {\n  console.log(item);\n}`;
  if (opensOrder) return `const order = await ${call}.${noun === 'orders' ? 'settled' : 'completed'}();`;
  return returns.length === 0 ? `await ${call};` : `const answer = await ${call};`;
}

/** Query values are texts in an address, and numbers and booleans in a program. */
function typed(query: FilledValues['query'], inputs: readonly OperationInput[]): object {
  const typeOf = (name: string) => inputs.find((input) => input.name === name)?.type;
  const members = Object.entries(query).map(([name, value]) => {
    const type = typeOf(name);
    return [
      name,
      type === 'integer' || type === 'number' ? Number(value) : type === 'boolean' ? value === 'true' : value,
    ];
  });
  return Object.fromEntries(members);
}

function cliSample(
  { noun, verb, stream, opensOrder, isWrite }: Operation,
  { params, query, body }: FilledValues,
): string {
  const words = [
    'linework',
    toKebab(noun),
    toKebab(verb),
    ...params,
    ...options(query),
    ...(stream === undefined ? [] : ['FILE']),
    ...options(body),
    ...(isWrite && opensOrder ? ['--wait'] : []),
  ];
  return words.join(' ');
}

/** The members of a query or a body are options; what is not plain is JSON. */
function options(values: unknown): readonly string[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).map(([name, value]) => {
    const isPlainList =
      Array.isArray(value) && value.every((item) => typeof item !== 'object' && !/[\s,]/.test(String(item)));
    const text = isPlainList ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `--${toKebab(name)} ${/^[\w.:,+@-]+$/.test(text) ? text : quote(text)}`;
  });
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function exampleOf({ name, enum: values, format, type }: OperationInput): string {
  if (values?.[0] !== undefined) return values[0];
  if (format === 'date-time') return '2026-11-24T12:00:00Z';
  if (format === 'date') return '2026-11-24';
  return { integer: '1', number: '1', boolean: 'true' }[type] ?? placeholder(name, '');
}

/** `orderId` is `ORDER_ID`, and so is `id` of an order. */
function placeholder(name: string, noun: string): string {
  const whole = name === 'id' ? `${noun.replace(/ies$/, 'y').replace(/s$/, '')}Id` : name;
  return toKebab(whole).replaceAll('-', '_').toUpperCase();
}

/** As the command line names its options: `reservationTTL` is `reservation-ttl`. */
const toKebab = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** JSON as an object of JavaScript: names without quotes, texts with single ones. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`}: ${literal(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
