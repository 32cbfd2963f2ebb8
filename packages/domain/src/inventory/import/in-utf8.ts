const nothing = Buffer.alloc(0);

/** A file in UTF-8, which it is in already unless it begins with the byte order mark of UTF-16, as some spreadsheets write it. */
export async function* inUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let mark: Buffer | undefined = nothing;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    const bytes: Uint8Array = mark ? Buffer.concat([mark, chunk]) : chunk;
    if (mark && bytes.length < 2) {
      mark = Buffer.from(bytes);
      continue;
    }
    if (mark && bytes[0] === 0xff && bytes[1] === 0xfe) decoder = new TextDecoder('utf-16le');
    mark = undefined;
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
  }
  yield decoder ? Buffer.from(decoder.decode()) : (mark ?? nothing);
}
