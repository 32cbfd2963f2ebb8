/** The body of a response of any length, as text that is sent chunk by chunk. */
export interface TextStream {
  readonly mediaType: string;
  /** The name of the file in which a browser stores it. */
  readonly fileName: string;
  readonly chunks: AsyncIterable<string>;
}

/** Whether the body of a response is a stream of text. */
export const isTextStream = (body: unknown): body is TextStream =>
  typeof body === 'object' &&
  body !== null &&
  'chunks' in body &&
  typeof body.chunks === 'object' &&
  body.chunks !== null &&
  Symbol.asyncIterator in body.chunks;
