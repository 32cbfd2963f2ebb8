import { allProblemCodes, getCodeEntry } from '@linework/problem-details/codes/problem-codes';
import { problems } from '@linework/problem-details/codes/problems';
import { cell, note } from './note.ts';

/** Builds the page of the problem types and codes. */
export function problemsPage(): string {
  const rows = Object.entries(problems).map(
    ([name, { title, statuses, explanation }]) =>
      `| ${name} | ${statuses.join(', ')} | ${cell(title)} | ${cell(explanation)} |`,
  );
  const codes = allProblemCodes.map((code) => {
    const { problem, status, title, remedy } = getCodeEntry(code);
    return `| ${code} | ${status} | ${problem} | ${cell(title)} | ${cell(remedy)} |`;
  });
  const types = ['| Name | Statuses | Title | Explanation |', '|---|---|---|---|', ...rows].join('\n');
  const listed = ['| Code | Status | Type | Title | What to do |', '|---|---|---|---|---|', ...codes].join('\n');
  return [note, '# Problems', types, '## Codes', listed].join('\n\n').concat('\n');
}
