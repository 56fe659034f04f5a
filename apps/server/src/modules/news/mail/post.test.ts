import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { openPost, type Posted } from './post.ts';

// Letters over TLS, through a real SMTP server whose certificate is its own.

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const LETTER = {
  ...{
    to: 'claire.vasseur@maison-brume.fr',
    subject: 'Nouvelles',
    text: 'Une ligne',
    html: '<p>Une ligne</p>',
  },
  ...{ message_id: '<1@palier>', choices_url: 'https://palier.exemple.fr/profile' },
};

/** Sends a letter to a server, encrypted from the first byte or not, and what it received of how. */
async function sent(
  secure: boolean,
  scheme: string,
  query = '',
): Promise<{ posted: Posted; tls: boolean[] }> {
  const tls: boolean[] = [];
  const server = new SMTPServer({
    secure,
    authOptional: true,
    onData: (stream, session, done) => {
      tls.push(session.secure);
      stream.resume().on('end', () => done());
    },
  });
  // A client that leaves at the sight of the certificate is what one of these tests is about.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const post = openPost({
    url: `${scheme}://127.0.0.1:${port}/${query}`,
    from: 'Palier <palier@exemple.fr>',
  });
  closing.push(() => post.close());
  return { posted: await post.send(LETTER), tls };
}

describe('letters over TLS', () => {
  it('go encrypted from the first byte by smtps://, and by STARTTLS where the server offers it', async () => {
    const trusting = '?tls.rejectUnauthorized=false';
    expect(await sent(true, 'smtps', trusting)).toEqual({ posted: { status: 'sent' }, tls: [true] });
    expect(await sent(false, 'smtp', trusting)).toEqual({ posted: { status: 'sent' }, tls: [true] });
  });

  it('are not handed to a server whose certificate nobody vouches for; they wait', async () => {
    for (const [secure, scheme] of [[true, 'smtps'] as const, [false, 'smtp'] as const]) {
      const { posted, tls } = await sent(secure, scheme);
      expect(posted).toMatchObject({ status: 'again' });
      expect(tls).toEqual([]);
    }
  });
});

/** Sends a letter to a server that answers one command otherwise, or ends there (null). `.` is the end of the letter. */
async function answered(command: string, answer: string | null): Promise<string> {
  const say = (socket: Socket, to: string, usual: string) => {
    if (to !== command) socket.write(`${usual}\r\n`);
    else if (answer === null) socket.destroy();
    else socket.write(`${answer}\r\n`);
  };
  const server = createServer((socket) => {
    let isLetter = false;
    let left = '';
    say(socket, 'greeting', '220 ready');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const lines = `${left}${bytes}`.split('\r\n');
      left = lines.pop() ?? '';
      for (const line of lines) {
        if (isLetter && line !== '.') continue;
        const to = isLetter ? '.' : (line.split(/[ :]/, 1)[0] ?? '').toUpperCase();
        isLetter = to === 'DATA';
        say(socket, to, isLetter ? '354 go on' : '250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const post = openPost({ url: `smtp://127.0.0.1:${port}`, from: 'Palier <palier@exemple.fr>' });
  closing.push(() => post.close());
  return (await post.send(LETTER)).status;
}

describe('a letter that does not arrive', () => {
  it('waits when the server, and not the person, is what refuses: nothing is given up for a setting', async () => {
    expect(await answered('greeting', '554 blocked')).toBe('again');
    expect(await answered('MAIL', '550 sender rejected')).toBe('again');
    expect(await answered('RCPT', '450 later')).toBe('again');
    expect(await answered('RCPT', null)).toBe('again');
    expect(await answered('.', '451 later')).toBe('again');
  });

  it('is given up when the person, or what it says, is refused', async () => {
    expect(await answered('RCPT', '550 nobody')).toBe('refused');
    expect(await answered('.', '552 no')).toBe('refused');
  });

  it('is not sent again once the server had it whole: it may have arrived', async () => {
    expect(await answered('.', null)).toBe('unknown');
  });
});
