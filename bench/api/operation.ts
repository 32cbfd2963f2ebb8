import type { OpenDb } from '@linework/db/db';

/** Something that is asked for over HTTP, of Linework and of those it is compared with. */
export interface Operation {
  readonly name: string;
  /** What is durable once it is answered. */
  readonly records: string;
  /** Puts what is asked for into an empty database that has Linework's tables. */
  prepare(db: OpenDb): Promise<Stock>;
}

export interface Stock {
  readonly brokerId: string;
  next(): Call;
  /** How much is written, by the database; absent where nothing is. */
  countWritten?(): Promise<number>;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What stands in the body of the answer, which is a 200. */
  readonly answer: string;
}
