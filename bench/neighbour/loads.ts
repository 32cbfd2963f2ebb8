/**
 * A kind of request and the number of clients that send it, each one request after the other. Only operators may
 * import, so imports are sent with the key of an operator.
 */
export interface Part {
  readonly request: 'batch' | 'list' | 'document' | 'import' | 'get' | 'patch' | 'replay' | 'sample';
  readonly clients: number;
}

export const recordsInBatch = 2_000;
export const rowsInFile = 20_000;

/** More clients of each kind than the limits allow, so that some requests wait or get 429. */
export const loads: Readonly<Record<string, readonly Part[]>> = {
  '24 batches of usage': [{ request: 'batch', clients: 24 }],
  '32 lists': [{ request: 'list', clients: 32 }],
  '16 documents': [{ request: 'document', clients: 16 }],
  '4 imports of an operator': [{ request: 'import', clients: 4 }],
  '60 cheap GETs': [{ request: 'get', clients: 60 }],
  '60 small PATCHes': [{ request: 'patch', clients: 60 }],
  '40 replays of webhooks': [{ request: 'replay', clients: 40 }],
  '40 samples to a receiver that hangs': [{ request: 'sample', clients: 40 }],
  'webhooks to a receiver that hangs': [{ request: 'patch', clients: 4 }],
  'all that A may send': [
    { request: 'batch', clients: 24 },
    { request: 'list', clients: 32 },
    { request: 'document', clients: 16 },
  ],
  'all that A may send, and 4 imports': [
    { request: 'batch', clients: 24 },
    { request: 'list', clients: 32 },
    { request: 'document', clients: 16 },
    { request: 'import', clients: 4 },
  ],
};
