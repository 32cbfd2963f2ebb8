/** Whether PostgreSQL can store a text: it allows no NUL character, and in JSON no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
