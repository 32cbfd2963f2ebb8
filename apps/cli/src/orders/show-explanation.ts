import { visibleText } from '@linework/log/visible-text';
import { read } from '../api/api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { createPaint, widthOf, writeText } from '../output/terminal.ts';
import { wrapText } from '../output/wrap-text.ts';

/** The explanation of the API, as far as this command shows it. */
interface Explanation {
  readonly orderId: string;
  readonly sentence: string;
  readonly step?: { readonly id: string; readonly error?: { readonly code: string; readonly detail: string } };
  readonly allowed: readonly string[];
  readonly notAllowed: readonly { readonly request: string; readonly detail: string }[];
  readonly changes: readonly {
    readonly resource: { readonly type: string; readonly id: string };
    readonly from?: string;
    readonly to: string;
  }[];
}

/**
 * Shows why an order stands where it stands, what it has changed, and the commands that are allowed now. The API
 * explains it.
 */
export async function showExplanation(orderId: string, options: GlobalOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const explanation = await read<Explanation>(api, `/orders/${encodeURIComponent(orderId)}/explanation`);
  if ((options.output ?? 'table') !== 'table' || options.select !== undefined)
    return writeAnswer(explanation, context, options);
  const { sentence, step, changes, notAllowed } = explanation;
  const paint = createPaint(context.stdout, context.environment.noColor);
  const width = widthOf(context.stdout);
  const lines = [
    ...wrapText(visibleText(sentence), width).map((line) => paint('bold', line)),
    ...(step?.error === undefined ? [] : wrapText(visibleText(`${step.error.code}: ${step.error.detail}`), width)),
    ...section(
      'What it has changed:',
      changes.map(({ resource, from, to }) => `${resource.type} ${resource.id}  ${from ?? 'new'} -> ${to}`),
    ),
    ...section('What you can do:', listCommands(explanation)),
    ...section(
      'Not now:',
      notAllowed.map(({ request, detail }) => `${request.padEnd(8)}  ${detail}`),
    ),
  ];
  await writeText(context.stdout, `${lines.join('\n')}\n`);
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${visibleText(line)}`)];

/** The command of each request on an order. */
const commands: Readonly<Record<string, string>> = {
  cancel: 'cancel ID',
  retry: 'retry ID',
  skip: 'skip-step ID STEP --reason TEXT',
  rollback: 'rollback ID',
  close: 'close ID --reason TEXT',
};

function listCommands({ orderId, step, allowed }: Explanation): readonly string[] {
  return allowed.map((request) => {
    const command = commands[request] ?? `${request} ID`;
    return `linework orders ${command.replace('ID', orderId).replace('STEP', step?.id ?? 'STEP')}`;
  });
}
