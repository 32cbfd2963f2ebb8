import { createContext, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { t, tParts } from '../../language/translate.ts';
import { Button, type ButtonProps } from '../button.tsx';
import dialogStyles from '../dialog.module.css';
import { useCloseDialog } from '../dialog.tsx';
import fieldStyles from '../field.module.css';
import { Failure, Loading, Note } from '../state.tsx';
import { toWords } from '../text/status-tone.ts';
import styles from './form.module.css';
import { listWords, type RecordChange } from './form-values.ts';
import type { Form as FormState } from './use-form.ts';

const FormContext = createContext<FormState | undefined>(undefined);

function useFormState(): FormState {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('A field stands inside of a form.');
  return form;
}

/** What the fields have now, for a field that depends on another one. */
export const useFormValues = (): Readonly<Record<string, string>> => useFormState().values;

/** Whether the form waits for the outcome of what it has sent. A dry run would tell only what that has changed. */
export const useIsUnsettled = (): boolean => useFormState().isUnsettled;

interface FormProps<Name extends string> {
  readonly form: FormState<Name>;
  readonly command: string;
  readonly kind?: ButtonProps['kind'];
  /** Why its dry run is refused; `null` if it is not. It cannot be sent then. */
  readonly refusal?: unknown;
  /** It cannot be sent now for another reason. */
  readonly disabled?: boolean | undefined;
  readonly children: React.ReactNode;
}

/**
 * The fields of a form, what is wrong with it as a whole, and its command. Every form that changes a record through the
 * API is made of it, in a dialog or on a page.
 */
export function Form<Name extends string>({
  form,
  command,
  kind = 'primary',
  refusal = null,
  disabled = refusal !== null,
  children,
}: FormProps<Name>) {
  const close = useCloseDialog();
  const element = useRef<HTMLFormElement>(null);
  const { attempt, changes, isSending, isUnsettled } = form;
  // A request that may have been done is only asked about: whatever it has changed does not stop it.
  const isStopped = !isUnsettled && (disabled || changes.length > 0);
  // Whoever has sent it goes on at the first field that is wrong.
  useEffect(() => {
    if (attempt > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  if (form.reading !== undefined) return <Reading {...form.reading} />;
  const refused = form.faultsIn(refusal);
  const faultOf = (name: string) => form.faultOf(name) ?? refused.find(({ field }) => field === name)?.detail;
  return (
    <FormContext value={{ ...(form as unknown as FormState), faultOf }}>
      <form
        ref={element}
        className={dialogStyles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isStopped && !isSending) form.submit();
        }}
      >
        {form.isRestored && !isUnsettled && attempt === 0 && <Restored onDiscard={form.discard} />}
        {/* What was sent must not change: only the same request is done at most once. */}
        <fieldset className={styles.fields} disabled={isSending || isUnsettled}>
          {children}
        </fieldset>
        <div role="alert" className={styles.faults}>
          {changes.length > 0 && <Changes changes={changes} onAccept={form.acceptChanges} />}
          {isUnsettled && (
            <Note danger>
              <p>
                {t(
                  'The server did not answer, so nobody knows whether this was done. Send it again: it is ' +
                    'done once at most.',
                )}
              </p>
              <p>
                {t(
                  'If you forget it, it may have been done all the same, and what you send next is done ' + 'besides.',
                )}
              </p>
              <Button onClick={form.discard}>{t('Forget it')}</Button>
            </Note>
          )}
          {form.otherFaults.map((detail) => (
            <Note key={detail} danger>
              {detail}
            </Note>
          ))}
        </div>
        <div className={`${dialogStyles['actions']} ${close === undefined ? '' : styles.end}`}>
          {close !== undefined && (
            <Button
              onClick={() => {
                // Its key is needed as long as nobody knows whether it was done.
                if (!isSending && !isUnsettled) form.discard();
                close();
              }}
            >
              {t('Cancel')}
            </Button>
          )}
          <Button type="submit" kind={kind} disabled={isSending || isStopped}>
            {isSending ? t('Sending …') : isUnsettled ? t('Send again') : command}
          </Button>
        </div>
      </form>
    </FormContext>
  );
}

/** Stands in place of a form as long as its record is not read. */
const Reading = ({ error, retry }: NonNullable<FormState['reading']>) =>
  error === null ? <Loading what={t('what is there now')} /> : <Failure error={error} onRetry={retry} />;

function Restored({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <div className={styles.restored} role="status">
      {t('What you typed before is here again.')}
      <button type="button" className={styles.link} onClick={onDiscard}>
        {t('Begin anew')}
      </button>
    </div>
  );
}

/** The members of records that forms change, as their fields are called. */
const members: Readonly<Record<string, string>> = {
  name: t('Name'),
  code: t('Code'),
  status: t('Status'),
  role: t('Role'),
  roleId: t('Role'),
  scopes: t('Scopes'),
  email: 'E-mail',
  phone: t('Phone'),
  federalTaxId: t('CPF or CNPJ'),
  externalCode: t('External code'),
  allowedAddresses: t('Addresses'),
  msisdn: t('Number'),
  iccId: 'ICCID',
  holder: t('Holder'),
  subscriptionId: t('Subscription'),
};

/** Any other one by its words: `isLate` is `Is late`. */
const memberWords = (name: string): string => members[name] ?? toWords(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '));

function valueText(value: unknown): string {
  if (value === undefined || value === null) return t('nothing');
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || t('nothing');
  if (typeof value === 'object') return t('another value');
  return /^[A-Z_]+$/.test(String(value)) ? toWords(String(value)) : String(value);
}

function Changes({ changes, onAccept }: { readonly changes: readonly RecordChange[]; readonly onAccept: () => void }) {
  return (
    <Note>
      <p>{tParts('{text} Nothing was sent.', { text: <b>{t('Somebody has changed this meanwhile.')}</b> })}</p>
      <ul className={styles.changes}>
        {changes.map(({ member, before, now }) => (
          <li key={member}>
            {memberWords(member)}: {valueText(before)} → <b>{valueText(now)}</b>
          </li>
        ))}
      </ul>
      <Button onClick={onAccept}>{t('Go on with what is there now')}</Button>
    </Note>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** The field as its form has it, and what says that it is wrong. */
function useField({ name, hint }: Pick<FieldProps, 'name' | 'hint'>) {
  const { values, set, faultOf, register } = useFormState();
  const id = useId();
  useLayoutEffect(() => register(name), [register, name]);
  const fault = faultOf(name);
  const described = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    fault,
    ids: { fault: `${id}-fault`, hint: `${id}-hint` },
    control: {
      id,
      name,
      value: values[name] ?? '',
      onChange: (event: { readonly target: { readonly value: string } }) => set(name, event.target.value),
      'aria-invalid': fault !== undefined,
      'aria-describedby': described === '' ? undefined : described,
    },
  };
}

interface FieldNotesProps {
  readonly field: ReturnType<typeof useField>;
  readonly hint?: string | undefined;
}

/** What is wrong with a field, and what it is for. */
export const FieldNotes = ({ field: { fault, ids }, hint }: FieldNotesProps) => (
  <>
    {fault !== undefined && (
      <span id={ids.fault} className={styles.fault}>
        {fault}
      </span>
    )}
    {hint !== undefined && (
      <span id={ids.hint} className={fieldStyles['hint']}>
        {hint}
      </span>
    )}
  </>
);

/** A field that is a set of words: the boxes that are checked. */
export function useSetField<Word extends string>(name: string) {
  const { set } = useFormState();
  const field = useField({ name });
  const words = listWords<Word>(field.control.value);
  return {
    field,
    words: new Set(words),
    toggle: (word: Word) =>
      set(name, (words.includes(word) ? words.filter((one) => one !== word) : [...words, word]).join(' ')),
    choose: (chosen: readonly Word[]) => set(name, chosen.join(' ')),
  };
}

interface FrameProps extends Omit<FieldProps, 'name'> {
  readonly field: ReturnType<typeof useField>;
  readonly children: React.ReactNode;
}

function Frame({ label, hint, field, children }: FrameProps) {
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={field.control.id}>{label}</label>
      {children}
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'datetime-local' | 'number' | undefined;
  readonly maxLength?: number | undefined;
  readonly rows?: number | undefined;
  readonly placeholder?: string | undefined;
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | undefined;
  /** It is the first thing that is typed. */
  readonly isFirst?: boolean | undefined;
}

export function TextField({ name, label, hint, type = 'text', rows, isFirst = false, ...input }: TextFieldProps) {
  const field = useField({ name, hint });
  return (
    <Frame label={label} hint={hint} field={field}>
      {rows === undefined ? (
        // biome-ignore lint/a11y/noAutofocus: a form says which field is typed first.
        <input {...field.control} {...input} type={type} autoFocus={isFirst} autoComplete="off" />
      ) : (
        <textarea
          {...field.control}
          {...input}
          rows={rows}
          // biome-ignore lint/a11y/noAutofocus: a form says which field is typed first.
          autoFocus={isFirst}
          onKeyDown={(event) =>
            event.key === 'Enter' && (event.metaKey || event.ctrlKey) && event.currentTarget.form?.requestSubmit()
          }
        />
      )}
    </Frame>
  );
}

interface ReasonFieldProps {
  readonly hint?: string | undefined;
  readonly isFirst?: boolean | undefined;
  readonly rows?: number | undefined;
}

/** Why something is done. It is kept with the name of the person. */
export const ReasonField = ({
  hint = t('The audit keeps it, with your name.'),
  isFirst = true,
  rows,
}: ReasonFieldProps) => (
  <TextField name="reason" label={t('Reason')} hint={hint} maxLength={500} isFirst={isFirst} rows={rows} />
);

interface SelectFieldProps extends FieldProps {
  readonly options: readonly (readonly [value: string, text: string])[];
  /** What stands there as long as nothing is chosen. */
  readonly none?: string | undefined;
}

export function SelectField({ name, label, hint, options, none }: SelectFieldProps) {
  const field = useField({ name, hint });
  return (
    <Frame label={label} hint={hint} field={field}>
      <select {...field.control}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** One of a few, all to be seen. */
export function ChoiceField({ name, label, hint, options }: Omit<SelectFieldProps, 'none'>) {
  const field = useField({ name, hint });
  const { control, fault } = field;
  return (
    <fieldset className={styles.choice} aria-describedby={control['aria-describedby']}>
      <legend>{label}</legend>
      {options.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={control.value === value}
            aria-invalid={fault !== undefined}
            onChange={control.onChange}
          />
          {text}
        </label>
      ))}
      <FieldNotes field={field} hint={hint} />
    </fieldset>
  );
}

/** Yes or no. */
export function CheckField({ name, label, hint }: FieldProps) {
  const field = useField({ name, hint });
  const { control, fault } = field;
  const { set } = useFormState();
  return (
    <div className={styles.check}>
      <label>
        <input
          type="checkbox"
          name={name}
          checked={control.value === 'yes'}
          aria-invalid={fault !== undefined}
          aria-describedby={control['aria-describedby']}
          onChange={(event) => set(name, event.target.checked ? 'yes' : '')}
        />
        {label}
      </label>
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}
