import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  close(): Promise<void>;
}

/** Starts a collector for OTLP over HTTP, which decodes the protobuf of `/v1/traces`. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url === '/v1/traces') spans.push(...readSpans(Buffer.concat(chunks)));
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The fields of a message by their number. A varint is a number, everything else bytes. */
type Fields = ReadonlyMap<number, readonly (Buffer | number)[]>;

/** ExportTraceServiceRequest > ResourceSpans > ScopeSpans > Span, by the field numbers of the OTLP definition. */
function readSpans(request: Buffer): readonly ReceivedSpan[] {
  return messages(readFields(request), 1).flatMap((resourceSpans) => {
    const resource = messages(resourceSpans, 1).flatMap((one) => messages(one, 1));
    const service = readAttributes(resource)['service.name'] ?? '';
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => ({
        service,
        traceId: bytes(span, 1).toString('hex'),
        spanId: bytes(span, 2).toString('hex'),
        parentId: bytes(span, 4).toString('hex'),
        name: bytes(span, 5).toString(),
        attributes: readAttributes(messages(span, 9)),
      }));
  });
}

/** The values that are text; numbers in decimal. */
const readAttributes = (pairs: readonly Fields[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [value] = messages(pair, 2);
      const [number] = value?.get(3) ?? [];
      return [bytes(pair, 1).toString(), number === undefined ? bytes(value, 1).toString() : String(number)];
    }),
  );

const bytes = (fields: Fields | undefined, field: number): Buffer => {
  const [value] = fields?.get(field) ?? [];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};

const messages = (fields: Fields, field: number): readonly Fields[] =>
  (fields.get(field) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? [readFields(value)] : []));

const fixedSizes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

function readFields(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | number)[]>();
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = readVarint();
    const [field, wireType] = [Math.floor(tag / 8), tag % 8];
    const value = wireType === 0 ? readVarint() : take(fixedSizes[wireType] ?? readVarint());
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;

  function take(size: number): Buffer {
    at += size;
    return message.subarray(at - size, at);
  }
}
