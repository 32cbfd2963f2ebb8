import { Link } from '@tanstack/react-router';
import { toWords } from './text/status-tone.ts';

/** A record by its kind and the end of its id. It is a link if the console has a page for its kind. */
export function RecordLink({ type, id }: { readonly type: string; readonly id: string }) {
  const text = (
    <>
      {toWords(type)} <code>…{id.slice(-8)}</code>
    </>
  );
  if (type === 'order') {
    return (
      <Link to="/orders/$orderId" params={{ orderId: id }} title={id}>
        {text}
      </Link>
    );
  }
  if (type === 'line') {
    return (
      <Link to="/lines/$lineId" params={{ lineId: id }} title={id}>
        {text}
      </Link>
    );
  }
  return <span title={id}>{text}</span>;
}
