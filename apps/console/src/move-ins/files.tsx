import { findImportMediaType, importFileEndings } from '@linework/schemas/inventory/import-file';
import type { MoveInDetails, MoveInFile } from '@linework/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { mayDo, useSession } from '../api/session.ts';
import { numberText, t } from '../language/translate.ts';
import { describeFailure } from '../pool-import/describe-failure.ts';
import { endingsText } from '../pool-import/endings-text.ts';
import { sendFile } from '../pool-import/send-file.ts';
import { Section } from '../ui/page.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { byteText } from '../ui/text/byte-text.ts';
import { kindNames, type MoveInKind } from './move-in-text.ts';
import styles from './move-ins.module.css';

interface Kind {
  readonly kind: MoveInKind;
  readonly file: MoveInFile | undefined;
}

/** A file of each kind. A file replaces the one of its kind, and has to be checked again. */
export function Files({ moveIn: { id, status, files } }: { readonly moveIn: MoveInDetails }) {
  const canUpload =
    mayDo(useSession().data, 'inventory:import', 'administrator') && (status === 'OPEN' || status === 'CHECKED');
  const kinds = (Object.keys(kindNames) as readonly MoveInKind[]).map((kind) => ({
    kind,
    file: files.find((file) => file.kind === kind),
  }));
  const columns: readonly TableColumn<Kind>[] = [
    { name: t('Kind'), cell: ({ kind }) => kindNames[kind] },
    {
      name: t('Rows'),
      kind: 'number',
      cell: ({ kind, file }) =>
        file === undefined ? (
          '–'
        ) : (
          <Link to="/move-ins/$moveInId" params={{ moveInId: id }} search={{ part: 'rows', kind }}>
            {numberText(file.rows)}
          </Link>
        ),
    },
    {
      name: t('Faults'),
      kind: 'number',
      cell: ({ kind, file }) =>
        file === undefined ? (
          '–'
        ) : (
          <Link to="/move-ins/$moveInId" params={{ moveInId: id }} search={{ part: 'findings', kind }}>
            {numberText(file.faults)}
          </Link>
        ),
    },
    {
      name: t('Size'),
      kind: 'number',
      isWide: true,
      cell: ({ file }) =>
        file === undefined ? '–' : <span title={`SHA-256 ${file.digest}`}>{byteText(file.bytes)}</span>,
    },
    { name: t('Upload'), cell: ({ kind }) => <Upload moveInId={id} kind={kind} disabled={!canUpload} /> },
  ];
  return (
    <Section title={t('Files')}>
      <Table label={t('Files')} rows={kinds} keyOf={({ kind }) => kind} columns={columns} />
      <p className={styles.small}>
        {t('CSV or NDJSON, with the columns in English, in Portuguese or as the mapping of the move-in names them.')}
      </p>
    </Section>
  );
}

interface UploadProps {
  readonly moveInId: string;
  readonly kind: MoveInKind;
  readonly disabled: boolean;
}

/** Sends a file as soon as it is chosen, and says how far it is. */
function Upload({ moveInId, kind, disabled }: UploadProps) {
  const client = useQueryClient();
  const [state, setState] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  async function send(file: File): Promise<void> {
    const mediaType = findImportMediaType(file.name);
    if (mediaType === undefined) return setState(t('Its name must end with {endings}.', { endings: endingsText }));
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState(t('Sending …'));
    const ended = await sendFile<MoveInFile>({
      path: `/move-ins/${moveInId}/files?kind=${kind}`,
      file,
      mediaType,
      signal: controller.signal,
      onSent: (sent) =>
        setState(t('{sent} of {total}', { sent: byteText(Math.min(sent, file.size)), total: byteText(file.size) })),
    });
    if (controller.signal.aborted) return;
    setState(
      'report' in ended
        ? t('{count} row read | {count} rows read', { count: ended.report.rows })
        : describeFailure(ended.failure, true),
    );
    await client.invalidateQueries({ queryKey: ['move-in', moveInId] });
  }
  return (
    <>
      <label className={styles.choose}>
        <input
          type="file"
          aria-label={t('File of {kind}', { kind: kindNames[kind].toLowerCase() })}
          accept={importFileEndings.join(',')}
          disabled={disabled}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file can be chosen again after it was mended.
            event.target.value = '';
            if (file !== undefined) void send(file);
          }}
        />
        <span>{t('Choose …')}</span>
      </label>{' '}
      <span className={styles.small} role="status">
        {state}
      </span>
    </>
  );
}
