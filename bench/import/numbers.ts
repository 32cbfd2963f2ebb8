/** Returns the nth number of a file. All are valid mobile numbers, in ascending order. */
export const numberAt = (at: number): string =>
  `+55${11 + Math.floor(at / 10_000_000)}9${60_000_000 + (at % 10_000_000)}`;

const linesAtOnce = 1_000;

/** Creates a file of lines while it is sent. */
export function createFile(rows: number, lineAt: (at: number) => string): ReadableStream<Uint8Array> {
  let created = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (created >= rows) return controller.close();
      const count = Math.min(linesAtOnce, rows - created);
      controller.enqueue(
        Buffer.from(Array.from({ length: count }, (_, place) => `${lineAt(created + place)}\n`).join('')),
      );
      created += count;
    },
  });
}
