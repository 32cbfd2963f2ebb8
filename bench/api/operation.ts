import type { OpenDb } from '@linework/db/db';

/** An HTTP operation of Linework and of its peers. */
export interface Operation {
  readonly name: string;
  /** What is durable when the response arrives. */
  readonly records: string;
  /** Creates the data of the operation in an empty database with Linework's tables. */
  prepare(db: OpenDb): Promise<PreparedData>;
}

export interface PreparedData {
  readonly brokerId: string;
  next(): Call;
  /** Counts the written rows; absent for reads. */
  countWritten?(): Promise<number>;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The expected text in the body of the 200 response. */
  readonly expectedText: string;
}
