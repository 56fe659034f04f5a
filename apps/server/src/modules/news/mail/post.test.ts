import type { AddressInfo } from 'node:net';
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
