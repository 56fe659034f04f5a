import { createTransport } from 'nodemailer';
import type { SmtpSettings } from '../../../config.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same at each attempt, so that a server that takes it twice can tell. */
  message_id: string;
  /** Where the person chooses what she receives. */
  choices_url: string;
}

/** sent; or not, and whether it is worth another try. Unknown: it may have left, so there is no other try. */
export type Posted = { status: 'sent' } | { status: 'again' | 'refused' | 'unknown'; error: string };

export interface Post {
  send(letter: Letter): Promise<Posted>;
  close(): void;
}

/** The longest silence of a server that answers no more. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/** Sends through the SMTP server of the settings. */
export function openPost({ url, from }: SmtpSettings): Post {
  const transport = createTransport(
    { url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    { from },
  );
  /** The letters that a server has read to their end: what becomes of the connection, it may have kept them. */
  const read = new Set<string>();
  transport.use('stream', ({ message, data }, done) => {
    if (message) {
      const begin = message.createReadStream.bind(message);
      message.createReadStream = (...options) =>
        begin(...options).once('end', () => read.add(String(data.messageId)));
    }
    done(null);
  });
  return {
    async send({ message_id, choices_url, ...letter }) {
      try {
        await transport.sendMail({
          ...letter,
          messageId: message_id,
          headers: { 'List-Unsubscribe': `<${choices_url}>`, 'Auto-Submitted': 'auto-generated' },
        });
        return { status: 'sent' };
      } catch (error) {
        return faultOf(error, read.has(message_id));
      } finally {
        read.delete(message_id);
      }
    },
    close: () => transport.close(),
  };
}

/** The commands whose refusal is of this letter; any other is of the server or of our settings, which somebody mends. */
const OF_THE_LETTER = new Set<unknown>(['RCPT TO', 'DATA']);

/** Our own words, not the server's: those may name the person. */
function faultOf(error: unknown, isRead: boolean): Posted {
  const { code, responseCode, command } = Object(error) as Record<string, unknown>;
  const said = [code, command, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
  if (typeof responseCode === 'number' && responseCode >= 500 && OF_THE_LETTER.has(command))
    return { status: 'refused', error: said };
  // The letter was handed over and no answer came: whether the server kept it, nobody knows.
  if (isRead && responseCode === undefined) return { status: 'unknown', error: said };
  return { status: 'again', error: said };
}
