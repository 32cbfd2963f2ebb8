import { PermanentError } from '@linework/engine/model/system-errors';
import { type Log, silentLog } from '@linework/log/log';
import { maskText } from '@linework/log/mask-text';
import type { ErrorResponse } from '../send-http-request.ts';

/** A word with letters, or a short number. Long runs of digits may be a person's number. */
const codePattern = /^(?=.{1,64}$)(?!.*\d{7})(?:[A-Za-z][\w.-]*|\d{1,5})$/;
const unspecifiedCode = 'unspecified';

/** Linework's own sentences for the codes of a partner. */
export type MessagesByCode = Readonly<Record<string, string>>;

/** The partner's code, or `unspecified` when its text is not a code. @internal */
export function readCode(text: string): string {
  return codePattern.test(text) ? text : unspecifiedCode;
}

/** The words of a partner, masked, for operators. A code that is no code is a part of them. */
function describeOriginal(code: string, error: ErrorResponse): string | undefined {
  const words = code === unspecifiedCode ? [error.code, error.detail] : [error.detail];
  return maskText(words.filter((text) => text.trim() !== '').join(': ')) || undefined;
}

/**
 * Makes a partner's error safe for a broker: the code stays, and a sentence of Linework replaces the text. The original
 * goes to the log, masked; where Linework has no sentence for the code, operators read it too.
 */
export function createPartnerMessages(name: string, log: Pick<Log, 'info'> = silentLog, messages: MessagesByCode = {}) {
  const sentenceStart = name.slice(0, 1).toUpperCase() + name.slice(1);
  const logOriginal = (error: ErrorResponse) =>
    log.info(
      { partner: name, error: { code: maskText(error.code), detail: maskText(error.detail) } },
      'a partner rejected a request or sent a reason',
    );
  return {
    error: (error: ErrorResponse): PermanentError => {
      logOriginal(error);
      const code = readCode(error.code);
      const sentence = messages[code];
      if (sentence !== undefined) return new PermanentError(code, sentence);
      const defaultMessage =
        code === unspecifiedCode
          ? `${sentenceStart} rejected the request.`
          : `${sentenceStart} rejected the request with the code ${code}.`;
      return new PermanentError(code, defaultMessage, { systemText: describeOriginal(code, error) });
    },
    /** The code of a reason in a response. */
    readReason: (text: string): string => {
      const code = readCode(text);
      if (code === unspecifiedCode) logOriginal({ code, detail: text });
      return code;
    },
    /** Logs a text that no broker may see. */
    logOriginal,
  };
}
