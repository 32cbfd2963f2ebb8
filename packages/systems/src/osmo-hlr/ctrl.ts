import type { ElementAddress, Reader } from './connection.ts';
import { unreadable } from './connection.ts';
import { conversationWith } from './conversation.ts';

/** OsmoHLR's control interface: requests and replies in IPA frames, each with the number of its request. */
export interface Ctrl {
  get(variable: string, signal: AbortSignal): Promise<CtrlReply>;
}

export type CtrlReply = { readonly value: string } | { readonly error: string };

/** Two bytes of length (of what follows these three and one more), the Osmocom protocol, and of its extensions control. */
const headBytes = 3;
const osmocomProtocol = 0xee;
const controlExtension = 0x00;

export function ctrlOf(address: ElementAddress): Ctrl {
  const conversation = conversationWith(address);
  let last = 0;
  return {
    get(variable, signal) {
      last += 1;
      return conversation.ask(frameOf(`GET ${last} ${variable}`), replyTo(last, variable), signal);
    },
  };
}

function frameOf(text: string): Buffer {
  const head = Buffer.from([0, 0, osmocomProtocol, controlExtension]);
  const body = Buffer.from(text, 'latin1');
  head.writeUInt16BE(body.length + 1);
  return Buffer.concat([head, body]);
}

function replyTo(id: number, variable: string): Reader<CtrlReply> {
  const valueAfter = `GET_REPLY ${id} ${variable} `;
  const errorAfter = `ERROR ${id} `;
  return (received) => {
    for (let at = 0; at + headBytes < received.length; ) {
      if (received[at + 2] !== osmocomProtocol) throw unreadable();
      const end = at + headBytes + received.readUInt16BE(at);
      if (end > received.length) return undefined;
      const text = received.toString('latin1', at + headBytes + 1, end);
      if (text.startsWith(valueAfter)) return { answer: { value: text.slice(valueAfter.length) }, bytes: end };
      if (text.startsWith(errorAfter)) return { answer: { error: text.slice(errorAfter.length) }, bytes: end };
      // News that nobody asked for may come between; nothing else.
      if (!text.startsWith('TRAP ')) throw unreadable();
      at = end;
    }
    return undefined;
  };
}
