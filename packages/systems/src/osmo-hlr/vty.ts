import { PassingFault } from '@linework/domain/faults';
import { type Connection, type ElementAddress, type Reader, unreadable } from './connection.ts';
import { conversationWith } from './conversation.ts';

/** OsmoHLR's command line over telnet. */
export interface Vty {
  /**
   * Gives a command, or several in one packet, so that no lost connection comes between them. What it is answered is for people: many
   * a command says nothing, done or not.
   */
  command(lines: string | readonly string[], signal: AbortSignal): Promise<void>;
}

export function vtyOf(address: ElementAddress): Vty {
  const conversation = conversationWith(address, enterEnabled);
  return {
    async command(lines, signal) {
      const all = [lines].flat();
      await conversation.ask(all.map((line) => `${line}\r`).join(''), afterEach(all), signal);
    },
  };
}

/** Commands that change something want the enabled prompt, `OsmoHLR# `. A password on the way to it is not known here. */
async function enterEnabled(connection: Connection, signal: AbortSignal): Promise<void> {
  await connection.exchange('', upTo(/\n\S*> $/), signal);
  await connection.exchange('enable\r', afterEcho('enable'), signal);
}

/** The answers to all lines, one after the other. */
function afterEach(lines: readonly string[]): Reader<undefined> {
  const [first = '', ...others] = lines;
  const last = others.at(-1);
  const afterFirst = afterEcho(first);
  return (received) => {
    const found = afterFirst(received);
    return last === undefined || received.includes(`# ${last}\r\n`) ? found : undefined;
  };
}

/** The element repeats the line, answers, and prompts again. Anything else in front is an answer to something else. */
function afterEcho(line: string): Reader<undefined> {
  const echo = Buffer.from(`${line}\r\n`);
  const toPrompt = upTo(/\n\S+# $/);
  return (received) => {
    const length = Math.min(received.length, echo.length);
    if (received.compare(echo, 0, length, 0, length) !== 0) throw unreadable();
    return toPrompt(received);
  };
}

function upTo(prompt: RegExp): Reader<undefined> {
  return (received) => {
    const text = received.toString('latin1');
    if (text.endsWith('Password: ')) throw new PassingFault('network-wants-password', 'The network wants a password on its command line.');
    return prompt.test(text) ? { answer: undefined, bytes: received.length } : undefined;
  };
}
