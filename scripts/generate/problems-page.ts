import { problems } from '@linework/problem-details/problems';
import { cell, note } from './note.ts';

/** The problem types, in the words that their addresses answer. */
export function problemsPage(): string {
  const rows = Object.entries(problems).map(
    ([name, { title, statuses, explanation }]) => `| ${name} | ${statuses.join(', ')} | ${cell(title)} | ${cell(explanation)} |`,
  );
  return [note, '# Problems', ['| Name | Statuses | Title | Explanation |', '|---|---|---|---|', ...rows].join('\n')].join('\n\n').concat('\n');
}
