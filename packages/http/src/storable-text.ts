/** Whether PostgreSQL can keep a text: it takes no NUL character, and inside JSON no half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
