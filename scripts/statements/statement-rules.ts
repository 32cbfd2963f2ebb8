import type { Column, Described } from './describe-statements.ts';
import type { Place, QueryCall, UsedDefinition } from './find-query-calls.ts';
import type { Kind, Member } from './row-types.ts';

/** One text of a statement, and the place in the code that defines it. */
export interface DefinedStatement {
  /** Empty for a statement that is planned with its values each time. */
  readonly name: string;
  readonly text: string;
  readonly place: Place;
  /** That place and the calls around it when it was defined. */
  readonly places: readonly Place[];
  readonly described: Described;
  /** The numbers of values with which a test has run it. */
  readonly ranWith: readonly number[];
}

/** Compares what PostgreSQL says about statements with what the code declares. Returns one sentence for each difference. */
export function findStatementViolations(
  statements: readonly DefinedStatement[],
  calls: readonly QueryCall[],
): readonly string[] {
  if (statements.length === 0 || calls.length === 0)
    throw new Error('The rules found no statements or no calls: check the paths of the files.');
  const byPlace = Map.groupBy(statements, ({ place }) => place);
  const called = new Set(calls.flatMap(({ definitions }) => definitions.map(({ place }) => place)));
  return [
    ...findSharedNames(statements),
    ...statements.flatMap(findRejected),
    ...statements
      .filter(({ place }) => !called.has(place))
      .map(({ name, place }) => `${place}: no call runs ${name || 'this statement'}, as far as the code shows`),
    ...calls
      .filter(({ definitions }) => definitions.length === 0)
      .map(({ place }) => `${place}: the code does not show which statement this call runs`),
    ...calls.flatMap((call) =>
      findCallViolations(call, [
        ...new Set(call.definitions.flatMap((each) => selectUsed(each, byPlace.get(each.place) ?? []))),
      ]),
    ),
  ];
}

/** The statements of one definition that were built through the same calls. A call that builds none chooses among statements that exist already. */
function selectUsed({ through }: UsedDefinition, statements: readonly DefinedStatement[]): readonly DefinedStatement[] {
  const building = through.filter((call) => statements.some(({ places }) => places.includes(call)));
  return statements.filter(({ places }) => building.every((call) => places.includes(call)));
}

/** PostgreSQL keeps one text for a name on each connection, so another text of the same name fails. */
function findSharedNames(statements: readonly DefinedStatement[]): readonly string[] {
  const byName = Map.groupBy(
    statements.filter(({ name }) => name !== ''),
    ({ name }) => name,
  );
  return [...byName].flatMap(([name, sharing]) => {
    const places = [...new Set(sharing.map(({ place }) => place))];
    if (places.length > 1) return [`${name}: ${places.join(' and ')} define statements of this name`];
    return new Set(sharing.map(({ text }) => text)).size > 1
      ? [`${name}: ${places[0]} defines two texts of this name`]
      : [];
  });
}

const findRejected = ({ name, place, described }: DefinedStatement) =>
  'error' in described ? [`${place}: PostgreSQL rejects ${name || 'the statement'}: ${described.error}`] : [];

function findCallViolations(call: QueryCall, statements: readonly DefinedStatement[]): readonly string[] {
  const counted = call.valueCounts ? statements : statements.filter(({ ranWith }) => ranWith.length > 0);
  const found = [
    ...(statements.length > 0 && counted.length === 0
      ? ['the code does not show how many values this call passes: write them as an array literal']
      : []),
    ...counted.flatMap((statement) => findCountViolations(call.valueCounts ?? statement.ranWith, statement)),
    ...statements.flatMap((statement) => findMemberViolations(call, statement)),
  ];
  return [...new Set(found)].map((violation) => `${call.place}: ${violation}`);
}

function findCountViolations(counts: readonly number[], { name, described }: DefinedStatement): readonly string[] {
  if ('error' in described || counts.includes(described.parameters.length)) return [];
  return [`${name} has ${described.parameters.length} parameters and gets ${counts.join(' or ')} values`];
}

function findMemberViolations({ members }: QueryCall, { name, text, described }: DefinedStatement): readonly string[] {
  if (!members || 'error' in described) return [];
  const { columns } = described;
  const repeated = columns.filter((column, at) => columns.findIndex((other) => other.name === column.name) < at);
  return [
    ...repeated.map((column) => `${name} returns two columns ${column.name}`),
    ...columns
      .filter((column) => !members.some((member) => member.name === column.name))
      .map((column) => `${name} returns ${column.name}, which no member reads`),
    ...members.flatMap((member) =>
      findMemberViolation(
        { name, text },
        member,
        columns.find((column) => column.name === member.name),
      ),
    ),
  ];
}

function findMemberViolation(
  { name, text }: Pick<DefinedStatement, 'name' | 'text'>,
  member: Member,
  column: Column | undefined,
): readonly string[] {
  // A member that may be absent is filled by the code.
  if (!column) return member.kinds.includes('undefined') ? [] : [`${name} has no column for the member ${member.name}`];
  if (!fits(member, column.type))
    return [`${name} returns ${column.name} as ${column.type}, which is not ${member.type}`];
  const isNullable = column.nullable !== undefined && !mayBeNull(member) && !sets(text, column.nullable);
  return isNullable ? [`${name} returns ${column.name}, which may be null, as ${member.type}`] : [];
}

/** Whether an UPDATE of the text sets the column: what it returns is the new value. */
const sets = (text: string, column: string) =>
  [...text.matchAll(/\bSET\b(.*?)\b(?:FROM|WHERE)\b/gs)].some(([, set]) => set?.includes(`${column} = `));

const mayBeNull = ({ kinds }: Member) =>
  kinds.some((kind) => kind === 'null' || kind === 'undefined' || kind === 'unknown');

/** What the driver makes of a column. It returns a type without an entry as text. */
const kindsOfColumns: Readonly<Record<string, Kind>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  date: 'date',
  timestamp: 'date',
  timestamptz: 'date',
  bytea: 'bytes',
  interval: 'object',
};

const notInJson: readonly Kind[] = ['date', 'bytes', 'bigint'];

function fits({ kinds, elementKinds, hasDateInside }: Member, type: string): boolean {
  const declared = kinds.filter((kind) => kind !== 'null' && kind !== 'undefined' && kind !== 'unknown');
  if (type === 'json' || type === 'jsonb') return !hasDateInside && !declared.some((kind) => notInJson.includes(kind));
  if (!type.startsWith('_')) return declared.every((kind) => kind === (kindsOfColumns[type] ?? 'string'));
  return (
    declared.every((kind) => kind === 'array') &&
    fits({ name: '', type: '', kinds: elementKinds, elementKinds: [], hasDateInside: false }, type.slice(1))
  );
}
