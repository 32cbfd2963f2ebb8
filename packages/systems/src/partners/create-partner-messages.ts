import { PermanentError } from '@linework/domain/system-errors';
import { type Log, silentLog } from '@linework/log/log';
import { maskText } from '@linework/log/mask-text';
import type { ErrorResponse } from '../send-http-request.ts';

/** A word with letters, or a short number. Long runs of digits may be somebody's number. */
const codePattern = /^(?=.{1,64}$)(?!.*\d{7})(?:[A-Za-z][\w.-]*|\d{1,5})$/;
const unspecifiedCode = 'unspecified';

/** What a partner's codes mean, in sentences of ours. */
export type MessagesByCode = Readonly<Record<string, string>>;

/** The partner's code, or `unspecified` where it wrote something that is no code. */
export function readCode(text: string): string {
  return codePattern.test(text) ? text : unspecifiedCode;
}

/**
 * Makes what a partner said fit for a broker: its code stays, its words are replaced by a sentence of ours. The original goes to the
 * log, masked.
 */
export function createPartnerMessages(name: string, log: Pick<Log, 'info'> = silentLog, messages: MessagesByCode = {}) {
  const sentenceStart = name.slice(0, 1).toUpperCase() + name.slice(1);
  const logOriginal = (error: ErrorResponse) =>
    log.info({ partner: name, error: { code: maskText(error.code), detail: maskText(error.detail) } }, 'a partner refused or gave a reason');
  return {
    error: (error: ErrorResponse): PermanentError => {
      logOriginal(error);
      const code = readCode(error.code);
      const defaultMessage = code === unspecifiedCode ? `${sentenceStart} refused the request.` : `${sentenceStart} refused the request with the code ${code}.`;
      return new PermanentError(code, messages[code] ?? defaultMessage);
    },
    /** The code in a reason that came with an answer. */
    readReason: (text: string): string => {
      const code = readCode(text);
      if (code === unspecifiedCode) logOriginal({ code, detail: text });
      return code;
    },
    /** Keeps words that are shown to nobody. */
    logOriginal,
  };
}
