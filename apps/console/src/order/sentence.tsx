import { Link } from '@tanstack/react-router';
import { exactTime } from '../ui/text/relative-time.ts';

/** The times and ids that the server writes into a sentence. */
const partPattern = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** A sentence about an order: times are on the reader's clock, and the id of another order leads to it. */
export function Sentence({ text }: { readonly text: string }) {
  return text.split(partPattern).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part.endsWith('Z')) {
      return (
        <time key={part} dateTime={part} title={exactTime(part)}>
          {clock.format(new Date(part))}
        </time>
      );
    }
    return (
      <Link key={part} to="/orders/$orderId" params={{ orderId: part }} title={part}>
        <code>…{part.slice(-8)}</code>
      </Link>
    );
  });
}
