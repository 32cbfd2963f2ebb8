import type { DefinedStatement } from './defined-statements.ts';

/**
 * Finds what is wrong with statements: a name that two of them have, and a text that PostgreSQL rejects. Returns one
 * sentence for each fault.
 */
export function findFaults(statements: readonly DefinedStatement[]): readonly string[] {
  if (statements.length === 0) throw new Error('There are no statements: check the paths of the files.');
  return [...findSharedNames(statements), ...statements.flatMap(findRejected), ...statements.flatMap(findRepeated)];
}

/**
 * PostgreSQL keeps one text for a name on each connection, so another text of the same name fails. The types of rows
 * have the name, too.
 */
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

function findRepeated({ name, place, described }: DefinedStatement): readonly string[] {
  if ('error' in described) return [];
  const names = described.columns?.map((column) => column.name) ?? [];
  const repeated = names.filter((column, n) => names.indexOf(column) < n);
  return repeated.map((column) => `${place}: ${name} returns two columns ${column}`);
}
