const index = 'docs/decisions/README.md';
const numberOf = (file: string) => file.slice(0, 4);

/** Compares the pages of decisions, by the names of their files, with the text of their index. */
export function findDecisionViolations(pages: ReadonlyMap<string, string>, indexText: string): readonly string[] {
  const numbers = [...pages.keys()].map(numberOf).toSorted();
  return [
    ...numbers
      .filter((number, at) => number === numbers[at - 1])
      .map((number) => `Decision ${number} has two pages: give one of them the next free number.`),
    ...[...pages].flatMap(([file, text]) => findPageViolations({ file, text, numbers, indexText })),
    ...[...indexText.matchAll(/^\| \[\d{4}\]\(([^)]+)\)/gm)]
      .filter(([, file = '']) => !pages.has(file))
      .map(([, file]) => `${index} lists ${file}, which does not exist.`),
    ...listGaps(numbers)
      .filter((number) => !indexText.includes(`\n- ${number}: `))
      .map((number) => `Decision ${number} has no page: say why in ${index} ("- ${number}: ...").`),
  ];
}

interface DecisionPage {
  readonly file: string;
  readonly text: string;
  readonly numbers: readonly string[];
  readonly indexText: string;
}

function findPageViolations({ file, text, numbers, indexText }: DecisionPage): readonly string[] {
  const number = numberOf(file);
  const title = new RegExp(`^# ${Number(number)}\\. (.+)\\n`).exec(text)?.[1];
  const status = /^## Status\n\n(Accepted|Superseded by decision (\d+)|Withdrawn)\b/m.exec(text);
  if (title === undefined) return [`${file} must begin with "# ${Number(number)}. " and its title.`];
  if (!status) return [`${file} must have "## Status" and below it Accepted, Superseded by decision N, or Withdrawn.`];
  const [, word, successor] = status;
  const line = `| [${number}](${file}) | ${title} | ${word} |`;
  return [
    ...(successor !== undefined && !numbers.includes(successor.padStart(4, '0'))
      ? [`${file} is superseded by decision ${successor}, which has no page.`]
      : []),
    ...(indexText.split('\n').filter((each) => each === line).length === 1
      ? []
      : [`${index} must have this line once, under its subject: ${line}`]),
  ];
}

/** The numbers below the highest one that have no page. */
function listGaps(numbers: readonly string[]): readonly string[] {
  const highest = Number(numbers.at(-1) ?? 0);
  return Array.from({ length: highest }, (_, at) => String(at + 1).padStart(4, '0')).filter(
    (number) => !numbers.includes(number),
  );
}
