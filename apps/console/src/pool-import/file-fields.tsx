import { findImportMediaType, importFileEndings } from '@linework/schemas/inventory/import-file';
import type { ResourcePool } from '@linework/sdk';
import { useId } from 'react';
import { useResourceTypes } from '../api/use-resource-types.ts';
import { t, tParts } from '../language/translate.ts';
import fieldStyles from '../ui/field.module.css';
import { endingsText } from './endings-text.ts';
import styles from './pool-import.module.css';
import type { CheckDigit } from './use-import.ts';

interface FileFieldsProps {
  readonly pool: ResourcePool;
  readonly file: File | undefined;
  readonly checkDigit: CheckDigit;
  /** What a file must have in it. Who has chosen one that was checked knows. */
  readonly showsHint: boolean;
  readonly onFile: (file: File | undefined) => void;
  readonly onCheckDigit: (checkDigit: CheckDigit) => void;
}

/** The file to import, and for SIMs whether its ICCIDs are complete. */
export function FileFields({ pool, file, checkDigit, showsHint, onFile, onCheckDigit }: FileFieldsProps) {
  const id = useId();
  const hasSims = useHasSims(pool);
  const isUnknown = file !== undefined && findImportMediaType(file.name) === undefined;
  return (
    <>
      <div className={fieldStyles['field']}>
        <label htmlFor={id}>{t('File')}</label>
        <input
          id={id}
          type="file"
          className={styles['input']}
          // biome-ignore lint/a11y/noAutofocus: it is the first thing to choose.
          autoFocus
          accept={importFileEndings.join(',')}
          aria-invalid={isUnknown}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onFile(event.target.files?.[0])}
        />
        <div id={`${id}-hint`}>{isUnknown ? <WrongFile /> : showsHint && <FileHint />}</div>
      </div>
      {hasSims && (
        <label className={fieldStyles['field']}>
          {t('Check digit of the ICCIDs')}
          <select value={checkDigit} onChange={(event) => onCheckDigit(event.target.value as CheckDigit)}>
            <option value="present">{t('The file has it')}</option>
            <option value="missing">{t('The file does not have it: it is added')}</option>
          </select>
        </label>
      )}
    </>
  );
}

const WrongFile = () => (
  <p role="alert" className={styles['wrong']}>
    {t('Choose a file whose name ends with {endings}.', { endings: endingsText })}
  </p>
);

const inCode = (column: string) => <code>{column}</code>;

const FileHint = () => (
  <p className={fieldStyles['hint']}>
    {tParts(
      'CSV with the column {code}, and optionally {location}, {attributes} and {metadata}. Or NDJSON with a resource ' +
        'on each line.',
      {
        code: inCode('externalCode'),
        location: inCode('location'),
        attributes: inCode('attributes.X'),
        metadata: inCode('metadata.X'),
      },
    )}
  </p>
);

/** Whether the resources of a pool are SIMs. */
function useHasSims({ typeId }: ResourcePool): boolean {
  const { data } = useResourceTypes();
  return data?.find(({ id }) => id === typeId)?.code === 'SIM';
}
