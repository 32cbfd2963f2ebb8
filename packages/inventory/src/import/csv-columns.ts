import { badHeader } from './file-error.ts';

/** The column of each value of a CSV row. */
export interface CsvColumns {
  readonly width: number;
  /** With the columns without a name at the end, which a spreadsheet adds. */
  readonly fullWidth: number;
  readonly externalCode: number;
  readonly location: number | undefined;
  readonly attributes: ObjectColumns;
  readonly metadata: ObjectColumns;
}

/** The columns of an object: one column with the whole object as JSON, or one column for each member. */
export interface ObjectColumns {
  readonly json: number | undefined;
  readonly members: readonly (readonly [name: string, column: number])[];
}

/**
 * Reads the first line of a CSV file. Raises a file error when it has no external code, or has unknown or contradictory
 * columns. Empty columns at its end are ignored.
 */
export function readCsvHeader(allNames: readonly string[]): CsvColumns {
  const names = allNames.slice(0, allNames.findLastIndex((name) => name !== '') + 1);
  const unnamed = names.indexOf('');
  if (unnamed !== -1) throw badHeader(`The header has no name for its column ${unnamed + 1}.`);
  const columnsByName = new Map(names.map((name, column) => [name, column]));
  if (columnsByName.size < names.length) throw badHeader('The header names a column twice.');
  const externalCode = columnsByName.get('externalCode');
  if (externalCode === undefined) throw badHeader('The header, which is the first line, has no externalCode column.');
  const unknown = names.filter(
    (name) => !['externalCode', 'location', 'attributes', 'metadata'].includes(name) && !isMember(name),
  );
  if (unknown.length > 0)
    throw badHeader(`The header has unknown columns: ${unknown.slice(0, 5).join(', ').slice(0, 200)}.`);
  const objects = {
    attributes: findObjectColumns('attributes', columnsByName),
    metadata: findObjectColumns('metadata', columnsByName),
  };
  return {
    width: names.length,
    fullWidth: allNames.length,
    externalCode,
    location: columnsByName.get('location'),
    ...objects,
  };
}

const memberPattern = /^(?:attributes|metadata)\.(?!__proto__$)[^\0\ufffd]+$/;
const isMember = (name: string) => memberPattern.test(name);

function findObjectColumns(
  objectName: 'attributes' | 'metadata',
  columnsByName: ReadonlyMap<string, number>,
): ObjectColumns {
  const json = columnsByName.get(objectName);
  const members = [...columnsByName]
    .filter(([name]) => name.startsWith(`${objectName}.`))
    .map(([name, column]) => [name.slice(objectName.length + 1), column] as const);
  if (json !== undefined && members.length > 0)
    throw badHeader(`The header has both ${objectName} and ${objectName}.${members[0]?.[0]}; use one of them.`);
  return { json, members };
}
