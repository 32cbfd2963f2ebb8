import { createHash, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { FileError } from '@linework/inventory/import/file-error';
import { conflict, unprocessableRequest } from '@linework/problem-details/make-problem';
import type { PoolCheckDigit } from '@linework/schemas/inventory/iccid';
import type { MoveInFile, MoveInKind, MoveInMapping } from '@linework/schemas/move-ins/move-in';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { sealBatch } from '@linework/secrets/seal-batch';
import { v7 as newId } from 'uuid';
import { lockMoveIn, type MoveInTarget, moveMoveIn } from './move-ins.ts';
import { type Fault, type ReadRow, readFile } from './read-file.ts';

/** A transaction of some tenths of a second. */
const batchSize = 1_000;

export interface Upload extends MoveInTarget {
  readonly kind: MoveInKind;
  readonly file: {
    readonly mediaType: 'text/csv' | 'application/x-ndjson';
    readonly chunks: AsyncIterable<Uint8Array>;
  };
  readonly keyWrapper?: KeyWrapper | undefined;
  /** Delays each batch until the caller may write. */
  readonly throttleWrite?: (write: () => Promise<void>) => Promise<void>;
}

/**
 * Stores the rows of a file as they came and as they were read, in place of the file of its kind. A file that breaks
 * off has no digest, and has to come again. Raises not-found, invalid-status-transition unless files may come, and 422
 * for a header that cannot be read; the earlier file is then still there.
 */
export async function uploadFile(db: Db, upload: Upload): Promise<MoveInFile> {
  const { kind, file, throttleWrite = (write) => write() } = upload;
  const { brokerId, ...settings } = await findSettings(db, upload);
  const context = { ...upload, uploadId: randomUUID(), brokerId };
  const hash = createHash('sha256');
  const counts = { bytes: 0, rows: 0, faults: 0 };
  let columns: readonly string[] = [];
  const chunks = measure(file.chunks, (chunk) => {
    hash.update(chunk);
    counts.bytes += chunk.length;
  });
  const onColumns = (names: readonly string[]) => {
    columns = names;
  };
  const read = readFile({ kind, mediaType: file.mediaType, chunks, ...settings, now: new Date(), onColumns });
  const rows: ReadRow[] = [];
  const faults: Fault[] = [];
  const flush = async () => {
    const batch = { rows: rows.splice(0), faults: faults.splice(0) };
    if (batch.rows.length + batch.faults.length > 0) await throttleWrite(() => writeBatch(db, context, batch));
  };
  let next = await read.next().catch(raiseFileError);
  await beginUpload(db, context);
  for (; !next.done; next = await read.next().catch(raiseFileError)) {
    const item = next.value;
    if ('code' in item) faults.push(item);
    else {
      rows.push(item);
      faults.push(...item.faults);
    }
    counts.rows += 'code' in item && item.code === 'totals-differ' ? 0 : 1;
    counts.faults += 'code' in item ? 1 : item.faults.length;
    if (rows.length + faults.length >= batchSize) await flush();
  }
  await flush();
  const digest = hash.digest('hex');
  await endUpload(db, context, { digest, columns, ...counts });
  return { kind, digest, ...counts };
}

function raiseFileError(error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  throw unprocessableRequest(error.message, { code: error.code });
}

async function* measure(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

const replaceFileStatement = statement(
  'replace-move-in-file',
  { moveInId: 'uuid', kind: 'text', uploadId: 'uuid' },
  `WITH rows_before AS (
    DELETE FROM move_in_row WHERE move_in_id = :moveInId AND kind = :kind
  ), findings_before AS (
    DELETE FROM move_in_finding WHERE move_in_id = :moveInId AND (kind = :kind OR stage <> 'upload')
  )
  INSERT INTO move_in_file (move_in_id, kind, upload_id)
  VALUES (:moveInId, :kind, :uploadId)
  ON CONFLICT (move_in_id, kind) DO UPDATE
    SET upload_id = :uploadId, columns = '{}', digest = NULL, bytes = 0, rows = 0, created_at = now()`,
  { timeoutMs: 300_000 },
);

const wanted = { request: 'upload', sources: ['OPEN', 'CHECKED'] } as const;

interface Settings {
  readonly brokerId: string;
  readonly mapping: MoveInMapping;
  readonly checkDigit: PoolCheckDigit;
}

/** How the file is read. Whether it may come is asked again when its first row has come. */
async function findSettings(db: Db, { caller, moveInId, kind }: Upload): Promise<Settings> {
  const moveIn = await db.transaction((tx) => lockMoveIn(tx, { caller, moveInId }, wanted));
  const pool = await db.prisma.pool.findFirst({ where: { id: moveIn.simPoolId }, select: { checkDigit: true } });
  return {
    brokerId: moveIn.brokerId,
    mapping: moveIn.mappings[kind] ?? {},
    checkDigit: (pool?.checkDigit ?? 'luhn') as PoolCheckDigit,
  };
}

async function beginUpload(db: Db, { caller, moveInId, kind, uploadId }: BatchContext): Promise<void> {
  await db.transaction(async (tx) => {
    const { status } = await lockMoveIn(tx, { caller, moveInId }, wanted);
    if (status === 'CHECKED') await moveMoveIn(tx, moveInId, { from: status, to: 'OPEN', keyId: caller.keyId });
    await tx.query(replaceFileStatement, { moveInId, kind, uploadId });
  });
}

const writeRowsStatement = statement(
  'write-move-in-rows',
  {
    moveInId: 'uuid',
    brokerId: 'uuid',
    kind: 'text',
    uploadId: 'uuid',
    recordIds: 'uuid[]',
    rows: 'int[]',
    legacyIds: 'text?[]',
    parents: 'text?[]',
    sources: 'text[]',
    data: 'text[]',
  },
  `INSERT INTO move_in_row (move_in_id, broker_id, kind, record_id, row, legacy_id, parent, source, data)
  SELECT :moveInId, :brokerId, :kind, record_id, row, legacy_id, parent, source::jsonb, data::jsonb
  FROM unnest(:recordIds, :rows, :legacyIds, :parents, :sources, :data)
    AS r(record_id, row, legacy_id, parent, source, data)
  WHERE EXISTS (SELECT FROM move_in_file WHERE move_in_id = :moveInId AND kind = :kind AND upload_id = :uploadId)
  ON CONFLICT DO NOTHING`,
);

const writeFaultsStatement = statement(
  'write-move-in-faults',
  {
    moveInId: 'uuid',
    kind: 'text',
    uploadId: 'uuid',
    rows: 'int[]',
    columns: 'text[]',
    codes: 'text[]',
    legacyIds: 'text?[]',
    details: 'text[]',
  },
  `INSERT INTO move_in_finding (move_in_id, stage, kind, row, "column", code, legacy_id, detail)
  SELECT :moveInId, 'upload', :kind, row, "column", code, legacy_id, detail
  FROM unnest(:rows, :columns, :codes, :legacyIds, :details) AS f(row, "column", code, legacy_id, detail)
  WHERE EXISTS (SELECT FROM move_in_file WHERE move_in_id = :moveInId AND kind = :kind AND upload_id = :uploadId)
  ON CONFLICT DO NOTHING`,
);

const writeSecretsStatement = statement(
  'write-move-in-secrets',
  { moveInId: 'uuid', dataKeyId: 'uuid', keyId: 'text', wrapped: 'bytea', recordIds: 'uuid[]', ciphertexts: 'bytea[]' },
  `WITH data_key AS (
    INSERT INTO secret_data_key (id, key_id, wrapped) VALUES (:dataKeyId, :keyId, :wrapped)
  )
  INSERT INTO move_in_secret (record_id, move_in_id, data_key_id, ciphertext)
  SELECT s.record_id, :moveInId, :dataKeyId, s.ciphertext
  FROM unnest(:recordIds, :ciphertexts) AS s(record_id, ciphertext)
  JOIN move_in_row r ON r.record_id = s.record_id`,
);

interface BatchContext extends Upload {
  readonly uploadId: string;
  readonly brokerId: string;
}

interface Batch {
  readonly rows: readonly ReadRow[];
  readonly faults: readonly Fault[];
}

async function writeBatch(
  db: Db,
  { moveInId, brokerId, kind, uploadId, keyWrapper }: BatchContext,
  { rows, faults }: Batch,
): Promise<void> {
  const withIds = rows.map((row) => ({ ...row, recordId: newId() }));
  const plaintext = withIds
    .filter(({ secrets }) => Object.keys(secrets).length > 0)
    .map(({ recordId, secrets }) => ({ resourceId: recordId, secrets: formatSecrets(secrets) }));
  const sealed = await sealBatch(keyWrapper, plaintext);
  await db.transaction(async (tx) => {
    await tx.query(writeRowsStatement, {
      moveInId,
      brokerId,
      kind,
      uploadId,
      recordIds: withIds.map(({ recordId }) => recordId),
      rows: withIds.map(({ row }) => row),
      legacyIds: withIds.map(({ legacyId }) => legacyId),
      parents: withIds.map(({ parent }) => parent),
      sources: withIds.map(({ source }) => JSON.stringify(source)),
      data: withIds.map(({ data }) => JSON.stringify(data)),
    });
    if (sealed) {
      const { ciphertextByResource, ...dataKey } = sealed;
      await tx.query(writeSecretsStatement, {
        moveInId,
        ...dataKey,
        recordIds: [...ciphertextByResource.keys()],
        ciphertexts: [...ciphertextByResource.values()],
      });
    }
    await tx.query(writeFaultsStatement, {
      moveInId,
      kind,
      uploadId,
      rows: faults.map(({ row }) => row),
      columns: faults.map(({ column }) => column),
      codes: faults.map(({ code }) => code),
      legacyIds: faults.map(({ legacyId }) => legacyId),
      details: faults.map(({ detail }) => detail),
    });
  });
}

/** The secrets of a SIM by their names; those in the column `secrets` have names of their own. */
function formatSecrets({ secrets = '{}', ...named }: Readonly<Record<string, string>>): string {
  return JSON.stringify({ ...JSON.parse(secrets), ...named });
}

const endUploadStatement = statement(
  'end-move-in-file',
  {
    moveInId: 'uuid',
    kind: 'text',
    uploadId: 'uuid',
    columns: 'text[]',
    digest: 'text',
    bytes: 'bigint',
    rows: 'int',
  },
  `UPDATE move_in_file
  SET columns = :columns, digest = :digest, bytes = :bytes, rows = :rows
  WHERE move_in_id = :moveInId AND kind = :kind AND upload_id = :uploadId
  RETURNING kind`,
);

interface FileEnd extends Omit<MoveInFile, 'kind'> {
  readonly columns: readonly string[];
}

async function endUpload(
  db: Db,
  { caller, moveInId, brokerId, kind, uploadId }: BatchContext,
  { columns, digest, bytes, rows, faults }: FileEnd,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx.query(endUploadStatement, { moveInId, kind, uploadId, columns, digest, bytes, rows });
    if (!ended) throw conflict(`Another upload has replaced this one of ${kind}.`, { code: 'upload-superseded', kind });
    await writeEvent(tx, {
      type: 'move_in.file_uploaded',
      id: moveInId,
      brokerId,
      keyId: caller.keyId,
      details: { kind, digest, bytes, rows, faults },
    });
  });
}
