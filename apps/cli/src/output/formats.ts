/** The forms of the output. */
export const formats = ['table', 'json', 'jsonl', 'csv', 'yaml'] as const;

export type Format = (typeof formats)[number];
