import { findImportMediaType } from '@linework/schemas/inventory/import-file';
import type { ImportReport } from '@linework/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportFailure } from './import-failure.ts';
import { sendFile } from './send-file.ts';

export type CheckDigit = 'present' | 'missing';

/** How far the check or the import of a file is. */
export type ImportState =
  | { readonly name: 'idle' }
  | { readonly name: 'sending'; readonly isCheck: boolean; readonly sent: number; readonly total: number }
  | { readonly name: 'done'; readonly isCheck: boolean; readonly report: ImportReport }
  | { readonly name: 'failed'; readonly isCheck: boolean; readonly failure: ImportFailure };

export interface ImportChoice {
  readonly file: File;
  readonly checkDigit: CheckDigit;
}

/** Checks and imports a file, and ends when the page leaves it. */
export function useImport(poolId: string) {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ name: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function start(isCheck: boolean, { file, checkDigit }: ImportChoice): Promise<void> {
    const mediaType = findImportMediaType(file.name);
    if (mediaType === undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const show = (next: ImportState) => running.current === controller && setState(next);
    const progress = { name: 'sending', isCheck, total: file.size } as const;
    show({ ...progress, sent: 0 });
    const query = new URLSearchParams({ dryRun: String(isCheck), checkDigit });
    const path = `/inventory/pools/${poolId}/resources/import?${query}`;
    const ended = await sendFile({
      path,
      file,
      mediaType,
      signal: controller.signal,
      onSent: (sent) => show({ ...progress, sent: Math.min(sent, file.size) }),
    });
    show(
      'report' in ended
        ? { name: 'done', isCheck, report: ended.report }
        : { name: 'failed', isCheck, failure: ended.failure },
    );
    // Also after a failure: the batches that were imported before it stay.
    if (!isCheck) await client.invalidateQueries({ queryKey: ['pools'] });
  }

  return {
    state,
    check: (choice: ImportChoice) => void start(true, choice),
    run: (choice: ImportChoice) => void start(false, choice),
    stop: () => running.current?.abort(),
    /** Another file, or another choice: what was found is not true for it. */
    forget() {
      running.current?.abort();
      running.current = undefined;
      setState({ name: 'idle' });
    },
  };
}
