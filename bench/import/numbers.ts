/** The nth number of a file: all are good mobile numbers, in the order in which operators get them. */
export const numberAt = (at: number): string => `+55${11 + Math.floor(at / 10_000_000)}9${60_000_000 + (at % 10_000_000)}`;

const linesAtOnce = 1_000;

/** A file of lines, made while it is sent. */
export function createFile(rows: number, lineAt: (at: number) => string): ReadableStream<Uint8Array> {
  let made = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (made >= rows) return controller.close();
      const count = Math.min(linesAtOnce, rows - made);
      controller.enqueue(Buffer.from(Array.from({ length: count }, (_, place) => `${lineAt(made + place)}\n`).join('')));
      made += count;
    },
  });
}
