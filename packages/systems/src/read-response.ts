/** Hardly any answer that a system gives is nearly as long; a longer one is not read to its end. */
export const responseLimitBytes = 1_048_576;

/** Raised for an answer that is longer than its limit. */
export class ResponseTooLong extends Error {
  override readonly name = 'ResponseTooLong';
}

/** The text of an answer. Raises `AnswerTooLong` as soon as it is too long, whatever length was announced. */
export async function readResponse(response: Pick<Response, 'body'>, limitBytes: number = responseLimitBytes): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > limitBytes) throw new ResponseTooLong(`The answer is longer than ${limitBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
