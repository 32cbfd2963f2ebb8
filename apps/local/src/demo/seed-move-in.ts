import type { Caller } from '@linework/auth/caller';
import { buildExample, formatExampleFile } from '@linework/move-in/example-files';
import { createMoveIn, requestStage } from '@linework/move-in/move-ins';
import { uploadFile } from '@linework/move-in/upload-file';
import { moveInKinds } from '@linework/schemas/move-ins/move-in';
import type { DemoTools } from './demo-context.ts';
import type { DemoPools } from './seed-pools.ts';

const lineCount = 24;

/**
 * A base of another system, with a few faults in its files. The worker checks it as soon as it runs, and then a person
 * decides about what it has found.
 */
export async function seedMoveIn(
  { db, keyWrapper }: Pick<DemoTools, 'db' | 'keyWrapper'>,
  { caller, pools }: { readonly caller: Caller; readonly pools: DemoPools },
): Promise<string> {
  const { id } = await createMoveIn(db, {
    caller,
    name: 'Base of Vale Celular',
    numberPoolId: pools.numbers,
    simPoolId: pools.sims,
    callsPerSecond: 50,
  });
  const { rows } = buildExample(lineCount);
  const faulty = {
    ...rows,
    holders: rows.holders.map((row, at) => (at === 2 ? { ...row, federalTaxId: '111.111.111-11' } : row)),
    sims: rows.sims.map((row, at) => (at === 5 ? { ...row, iccid: '8,95599E+18' } : row)),
    lines: rows.lines.map((row, at) => (at === 9 || at === 14 ? { ...row, holderId: 'H-9999' } : row)),
  };
  for (const kind of moveInKinds) {
    if (faulty[kind].length === 0) continue;
    const file = { mediaType: 'text/csv' as const, chunks: chunksOf(formatExampleFile(faulty[kind])) };
    await uploadFile(db, { caller, moveInId: id, kind, file, keyWrapper });
  }
  await requestStage(db, { caller, moveInId: id }, 'check');
  return id;
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
