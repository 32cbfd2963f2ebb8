import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setUpBroker } from '@linework/move-in/set-up-broker';
import { ProblemError } from '@linework/sdk';
import type { Api } from '../api/api.ts';
import type { Context, GlobalOptions } from '../command/context.ts';
import { writeAnswer } from '../command/write-answer.ts';
import { readArchive } from '../export/export.ts';

/** What a set-up has made, by the ids of the export. `check` takes the pools from it. */
interface SetUpState {
  readonly known: Record<string, string>;
  readonly numberPoolId?: string | undefined;
  readonly simPoolId?: string | undefined;
}

const stateFile = (dir: string) => join(dir, 'setup.json');

export const readSetUp = async (dir: string): Promise<SetUpState> =>
  JSON.parse(await readFile(stateFile(dir), 'utf8').catch(() => '{"known":{}}')) as SetUpState;

/** Makes what is missing; a set-up that was interrupted goes on. */
export async function setUpFolder(dir: string, options: GlobalOptions, context: Context): Promise<void> {
  const api = await context.openApi(options);
  const archive = await readArchive(dir);
  const { known } = await readSetUp(dir);
  const keep = (more: Omit<SetUpState, 'known'> = {}) =>
    writeFile(stateFile(dir), `${JSON.stringify({ known, ...more })}\n`);
  const { numberPoolId, simPoolId, mappings } = await setUpBroker(
    async (method, path, body) => (await api.request(method, path, { body })).data,
    archive,
    { known, isThere: await isThere(api, archive.broker[0]?.['id']), keep },
  );
  await keep({ numberPoolId, simPoolId });
  await writeFile(join(dir, 'mapping.json'), `${JSON.stringify(mappings, undefined, 2)}\n`);
  await writeAnswer({ numberPoolId, simPoolId, records: Object.keys(known).length }, context, options);
}

async function isThere(api: Api, brokerId: string | undefined): Promise<boolean> {
  try {
    await api.request('GET', `/brokers/${brokerId}`);
    return true;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return false;
    throw error;
  }
}
