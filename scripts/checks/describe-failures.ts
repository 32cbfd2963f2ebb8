const [causeLines, causeWidth] = [2, 160] as const;

/**
 * All failures of a check once more, a line each, for a reader who has only the end of the output. The first one of
 * each file has its cause too: those after it are often its consequences.
 */
export function describeFailures(check: string, failures: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return failures.flatMap((failure) => {
    const [title = '', ...lines] = failure.split('\n');
    const file = title.split(/[: ]/, 1)[0] ?? '';
    if (seen.has(file)) return [`${check}: ${title}`];
    seen.add(file);
    return [`${check}: ${title}`, ...findCause(lines).map((line) => `    ${line.slice(0, causeWidth)}`)];
  });
}

/**
 * The first line of an error says what failed; the last one says what was waited for, or what a program wrote at its
 * end.
 */
function findCause(lines: readonly string[]): readonly string[] {
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  return texts.length <= causeLines ? texts : [texts[0] ?? '', texts.at(-1) ?? ''];
}
