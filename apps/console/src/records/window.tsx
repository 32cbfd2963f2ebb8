import { dateLocale, dayShape } from '../language/language.ts';
import { DateTime } from '../ui/time.tsx';

/** When a number moves: both ends of its window, on one day or on two. */
export function Window({ from, until }: { readonly from: string; readonly until?: string | undefined }) {
  return (
    <>
      <DateTime at={from} />
      {until !== undefined && (
        <>
          {' – '}
          {new Intl.DateTimeFormat(dateLocale, {
            ...(from.slice(0, 10) !== until.slice(0, 10) && { day: dayShape.day, month: dayShape.month }),
            hour: '2-digit',
            minute: '2-digit',
          }).format(new Date(until))}
        </>
      )}
    </>
  );
}
