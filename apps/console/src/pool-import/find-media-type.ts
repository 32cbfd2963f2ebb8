export type ImportMediaType = 'text/csv' | 'application/x-ndjson';

const mediaTypes: Readonly<Record<string, ImportMediaType>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
};

/** The names that a file to import may end with. */
export const fileEndings = Object.keys(mediaTypes).map((ending) => `.${ending}`);

/** What a file has in it, by the end of its name; undefined for a file of another kind. */
export const findMediaType = (fileName: string): ImportMediaType | undefined => {
  const ending = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  return Object.hasOwn(mediaTypes, ending) ? mediaTypes[ending] : undefined;
};
