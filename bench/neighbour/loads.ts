/** What broker A, or an operator for it, keeps under way: how many clients send which requests, each the next one when the last is answered. */
export interface Part {
  readonly request: 'batch' | 'list' | 'document' | 'import';
  readonly clients: number;
}

export const recordsInBatch = 2_000;
export const rowsInFile = 20_000;

/** More clients of each than the limits let through: what is beyond them waits or is answered 429. */
export const loads: Readonly<Record<string, readonly Part[]>> = {
  '24 batches of usage': [{ request: 'batch', clients: 24 }],
  '32 lists': [{ request: 'list', clients: 32 }],
  '16 documents': [{ request: 'document', clients: 16 }],
  '4 imports': [{ request: 'import', clients: 4 }],
  'all of them': [
    { request: 'batch', clients: 24 },
    { request: 'list', clients: 32 },
    { request: 'document', clients: 16 },
    { request: 'import', clients: 4 },
  ],
};
