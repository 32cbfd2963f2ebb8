/** Writes a batch while the next one is read, and one at a time. What is being written is always waited for, also when reading fails. */
export async function writeWhileReading<Batch>(batches: AsyncIterable<Batch>, write: (batch: Batch) => Promise<void>): Promise<void> {
  let writing: Promise<void> | undefined;
  try {
    for await (const batch of batches) {
      await writing;
      writing = write(batch);
      // A failure is met at the next wait.
      writing.catch(() => {});
    }
  } finally {
    await writing;
  }
}
