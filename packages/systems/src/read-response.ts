/** Responses of a system are normally shorter. A longer one is not read completely. @internal */
export const responseLimitBytes = 1_048_576;

/** Raised for a response that is longer than its limit. */
export class ResponseTooLong extends Error {
  override readonly name = 'ResponseTooLong';
}

/**
 * The text of a response. Raises `ResponseTooLong` as soon as it is too long, even if the header announced a shorter
 * length.
 */
export async function readResponse(
  response: Pick<Response, 'body'>,
  limitBytes: number = responseLimitBytes,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > limitBytes) throw new ResponseTooLong(`The response is longer than ${limitBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
