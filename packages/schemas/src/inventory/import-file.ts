// A file to import and its wrong rows, for those who read and those who write them: API, command line and console.

/** How a row of a file is written. */
export type ImportMediaType = 'text/csv' | 'application/x-ndjson';

const mediaTypes: Readonly<Record<string, ImportMediaType>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
};

/** The names that a file to import may end with. */
export const importFileEndings = Object.keys(mediaTypes).map((ending) => `.${ending}`);

/** What a file has in it, by the end of its name; undefined for a file of another kind. */
export const findImportMediaType = (fileName: string): ImportMediaType | undefined => {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  return Object.hasOwn(mediaTypes, ending) ? mediaTypes[ending] : undefined;
};

/** The codes of rows whose code or IMSI is in the inventory already, or in an earlier line of the file. */
export const takenRowCodes = ['external-code-taken', 'imsi-taken'] as const;
export type TakenRowCode = (typeof takenRowCodes)[number];

/** The sentence about a bad row. */
export const badRowDetail = (line: number, reason: string): string => `${prefix(line)}${reason}.`;

/** The sentence without the line of the file, for readers that show the line beside it. */
export const badRowReason = ({ line, detail }: { readonly line: number; readonly detail: string }): string =>
  detail.startsWith(prefix(line)) ? detail.slice(prefix(line).length) : detail;

const prefix = (line: number): string => `Line ${line} is not valid: `;
