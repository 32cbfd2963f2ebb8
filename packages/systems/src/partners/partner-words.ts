import { Refusal } from '@linework/domain/faults';
import { type Log, silentLog } from '@linework/log/log';
import { maskText } from '@linework/log/mask-text';
import type { Said } from '../ask-over-http.ts';

/** A word with letters, or a short number. Long runs of digits may be somebody's number. */
const codeShape = /^(?=.{1,64}$)(?!.*\d{7})(?:[A-Za-z][\w.-]*|\d{1,5})$/;
const noCode = 'unspecified';

/** What a partner's codes mean, in sentences of ours. */
export type Sentences = Readonly<Record<string, string>>;

/** The partner's code, or `unspecified` where it wrote something that is no code. */
export function codeOf(written: string): string {
  return codeShape.test(written) ? written : noCode;
}

/**
 * Makes what a partner said fit for a broker: its code stays, its words are replaced by a sentence of ours. The original goes to the
 * log, masked.
 */
export function partnerWords(name: string, log: Pick<Log, 'info'> = silentLog, sentences: Sentences = {}) {
  const begin = name.slice(0, 1).toUpperCase() + name.slice(1);
  const keep = (said: Said) =>
    log.info({ partner: name, said: { code: maskText(said.code), detail: maskText(said.detail) } }, 'a partner refused or gave a reason');
  return {
    refusal: (said: Said): Refusal => {
      keep(said);
      const code = codeOf(said.code);
      const coded = code === noCode ? `${begin} refused the request.` : `${begin} refused the request with the code ${code}.`;
      return new Refusal(code, sentences[code] ?? coded);
    },
    /** The code in a reason that came with an answer. */
    reason: (written: string): string => {
      const code = codeOf(written);
      if (code === noCode) keep({ code, detail: written });
      return code;
    },
    /** Keeps words that are shown to nobody. */
    keep,
  };
}
