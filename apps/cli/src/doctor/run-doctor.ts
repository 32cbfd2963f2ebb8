import { visibleText } from '@linework/log/visible-text';
import { openApi } from '../api/open-api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeRecords } from '../command/write-answer.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { createPaint, widthOf, writeText } from '../output/terminal.ts';
import { wrapText } from '../output/wrap-text.ts';
import { chooseConnection } from '../profiles/choose-connection.ts';
import { readProfiles } from '../profiles/profile-file.ts';
import type { Check } from './check.ts';
import { checkApi } from './check-api.ts';
import { checkSettings } from './check-settings.ts';

export interface DoctorParts {
  /** Looks at the database and the queue, where their settings are given. The package has no part for it. */
  readonly inspectDatabase?: (variables: NodeJS.ProcessEnv) => Promise<readonly Check[]>;
}

/** The API answers a request without a key with 401, but tells its health to everybody. */
const noKey = 'none';

/** Checks what a command needs, and says what is wrong and what to do. Exit code 1 if something is wrong. */
export async function runDoctor(
  options: GlobalOptions,
  context: Context,
  { inspectDatabase }: DoctorParts,
): Promise<void> {
  const { environment, signal } = context;
  const connection = chooseConnection(environment, await readProfiles(environment.configFolder), options);
  const api = openApi({
    url: connection.url,
    key: connection.key ?? noKey,
    signal,
    ...(options.debug && { trace: context.note }),
  });
  const checks = [
    ...(await checkSettings(environment, connection)),
    ...(await checkApi(api, connection.key !== undefined)),
    ...(inspectDatabase && hasDatabase(environment.variables) ? await inspectDatabase(environment.variables) : []),
  ];
  if ((options.output ?? 'table') === 'table' && options.select === undefined)
    await writeText(
      context.stdout,
      formatChecks(checks, createPaint(context.stdout, environment.noColor), widthOf(context.stdout)),
    );
  else await writeRecords(checks, context, options);
  if (checks.some(({ result }) => result === 'failed')) context.setExitCode(exitCodes.failed.code);
}

const hasDatabase = (variables: NodeJS.ProcessEnv): boolean =>
  Boolean(variables['DATABASE_URL'] || variables['DATABASE_URL_FILE']);

const colours = { ok: 'good', warning: 'busy', failed: 'bad', skipped: 'dim' } as const;

function formatChecks(
  checks: readonly Check[],
  paint: ReturnType<typeof createPaint>,
  terminalWidth: number | undefined,
): string {
  const width = Math.max(...checks.map(({ subject }) => subject.length));
  const indent = 'skipped'.length + width + 4;
  const lines = checks.flatMap(({ subject, result, finding, remedy }) => {
    const [first = '', ...rest] = [finding, remedy ?? ''].flatMap((text) =>
      wrapText(visibleText(text), terminalWidth && terminalWidth - indent),
    );
    const head = `${paint(colours[result], result.padEnd('skipped'.length))}  ${subject.padEnd(width)}`;
    return [`${head}  ${first}`, ...rest.map((line) => `${' '.repeat(indent)}${line}`)];
  });
  return `${lines.join('\n')}\n`;
}
