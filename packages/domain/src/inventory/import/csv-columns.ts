import { badHeader } from './file-error.ts';

/** Where each value of a CSV row belongs. */
export interface CsvColumns {
  readonly width: number;
  readonly externalCode: number;
  readonly location: number | undefined;
  readonly attributes: ObjectColumns;
  readonly metadata: ObjectColumns;
}

/** The columns that make an object: one that holds it as JSON, or one for each of its members. */
export interface ObjectColumns {
  readonly json: number | undefined;
  readonly members: readonly (readonly [name: string, column: number])[];
}

/** Reads the first line of a CSV file. Raises a fault of the file when it has no external code, or columns that nobody knows or that contradict each other. */
export function readCsvHeader(names: readonly string[]): CsvColumns {
  const columnsByName = new Map(names.map((name, column) => [name, column]));
  if (columnsByName.size < names.length) throw badHeader('The header names a column twice.');
  const externalCode = columnsByName.get('externalCode');
  if (externalCode === undefined) throw badHeader('The header, which is the first line, has no column externalCode.');
  const unknown = names.filter((name) => !['externalCode', 'location', 'attributes', 'metadata'].includes(name) && !isMember(name));
  if (unknown.length > 0) throw badHeader(`The header has columns that are not known here: ${unknown.slice(0, 5).join(', ').slice(0, 200)}.`);
  const objects = { attributes: findObjectColumns('attributes', columnsByName), metadata: findObjectColumns('metadata', columnsByName) };
  return { width: names.length, externalCode, location: columnsByName.get('location'), ...objects };
}

const memberPattern = /^(?:attributes|metadata)\.(?!__proto__$)[^\0\ufffd]+$/;
const isMember = (name: string) => memberPattern.test(name);

function findObjectColumns(objectName: 'attributes' | 'metadata', columnsByName: ReadonlyMap<string, number>): ObjectColumns {
  const json = columnsByName.get(objectName);
  const members = [...columnsByName]
    .filter(([name]) => name.startsWith(`${objectName}.`))
    .map(([name, column]) => [name.slice(objectName.length + 1), column] as const);
  if (json !== undefined && members.length > 0)
    throw badHeader(`The header has both ${objectName} and ${objectName}.${members[0]?.[0]}: only one of the two ways can be used.`);
  return { json, members };
}
