/** Ends the process with one sentence about what is wrong with how it was called. */
export function exitWithMessage(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
