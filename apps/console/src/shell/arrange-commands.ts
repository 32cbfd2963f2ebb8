/**
 * The commands that have every word that is typed, and the search for it. What can only be an id or a number, or names
 * no command, is searched with the first Enter.
 */
export function arrangeCommands<Command extends { readonly name: string }>(
  wanted: string,
  commands: readonly Command[],
  search: Command,
): readonly Command[] {
  if (wanted === '') return commands;
  const words = wanted.toLowerCase().split(/\s+/);
  const found = commands.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  return /\d/.test(wanted) ? [search, ...found] : [...found, search];
}
