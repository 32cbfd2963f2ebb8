/** Exits the process with a message about an invalid option. */
export function exitWithMessage(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
