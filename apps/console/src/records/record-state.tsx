import { ProblemError } from '@linework/sdk';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { t } from '../language/translate.ts';
import { type ListPath, Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';

type Parent = { readonly to: ListPath; readonly name: string };

interface RecordStateProps {
  /** The kind of record, as in `There is no such pool`. */
  readonly what: string;
  readonly parent: Parent;
  /** Why the record is not there yet; `null` while it is read. */
  readonly error: unknown;
  /** It was looked for, and is not there. By default the error says so. */
  readonly isMissing?: boolean | undefined;
  readonly onRetry: () => unknown;
}

/** An id that no record has, and one that is no id, are the same to whoever follows a link. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 404 || error.status === 400);

/** The page of a record that is not there yet, that was never there, or that could not be read. */
export function RecordState({ what, parent, error, isMissing = isUnknown(error), onRetry }: RecordStateProps) {
  return (
    <Page title={isMissing ? t('Not found') : what} parent={parent}>
      {error === null && !isMissing ? (
        <Loading what={t('the {what}', { what: what.toLowerCase() })} />
      ) : isMissing ? (
        <Empty
          icon={<SearchX size={22} aria-hidden />}
          title={t('There is no such {what}', { what: what.toLowerCase() })}
        >
          <p>{t('The address may have a mistake, or the {what} was removed.', { what: what.toLowerCase() })}</p>
          <Link to={parent.to}>{t('All {name}', { name: parent.name.toLowerCase() })}</Link>
        </Empty>
      ) : (
        <Failure error={error} onRetry={onRetry} />
      )}
    </Page>
  );
}
