const emptyBuffer = Buffer.alloc(0);

/**
 * Converts a file to UTF-8. It is UTF-8 already unless it begins with the byte order mark of UTF-16, which some
 * spreadsheets write.
 */
export async function* toUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let byteOrderMark: Buffer | undefined = emptyBuffer;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    const bytes: Uint8Array = byteOrderMark ? Buffer.concat([byteOrderMark, chunk]) : chunk;
    if (byteOrderMark && bytes.length < 2) {
      byteOrderMark = Buffer.from(bytes);
      continue;
    }
    if (byteOrderMark && bytes[0] === 0xff && bytes[1] === 0xfe) decoder = new TextDecoder('utf-16le');
    byteOrderMark = undefined;
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
  }
  yield decoder ? Buffer.from(decoder.decode()) : (byteOrderMark ?? emptyBuffer);
}
