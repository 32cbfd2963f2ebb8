/** What was typed into a form and is not sent yet. */
export interface Draft {
  readonly values: Readonly<Record<string, string>>;
  /** Is made once for what is sent: a repetition with it is done at most once. */
  readonly idempotencyKey: string;
  /** It was sent, and no answer has come: nobody knows whether it was done. */
  readonly isUnsettled: boolean;
  /** When it was sent first. */
  readonly firstSentAt?: number | undefined;
  /** The record as it was when the form was opened. */
  readonly seen?: { readonly etag: string; readonly record: Readonly<Record<string, unknown>> } | undefined;
}

const prefix = 'linework:draft:';

/** Drafts live as long as the tab, so that a sign-in on a page of another server gives them back. */
const nameOf = (personId: string, form: string): string => `${prefix}${personId}:${form}`;

/** A browser may refuse its storage. The form then works, and keeps nothing. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

export function readDraft(personId: string, form: string): Draft | undefined {
  const text = withStorage((storage) => storage.getItem(nameOf(personId, form)));
  return text ? (JSON.parse(text) as Draft) : undefined;
}

export function keepDraft(personId: string, form: string, draft: Draft | undefined): void {
  const name = nameOf(personId, form);
  withStorage((storage) =>
    draft === undefined ? storage.removeItem(name) : storage.setItem(name, JSON.stringify(draft)),
  );
}

/** Forgets what everybody else has typed in this tab: all of it, after a sign-out. */
export function forgetDrafts(exceptOf?: string): void {
  withStorage((storage) => {
    for (const name of Object.keys(storage))
      if (name.startsWith(prefix) && (exceptOf === undefined || !name.startsWith(nameOf(exceptOf, ''))))
        storage.removeItem(name);
  });
}
