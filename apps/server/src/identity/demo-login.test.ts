import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrokerFixture, signIn, startBroker } from './test/broker-fixture.ts';

let broker: BrokerFixture;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

describe('demo sign-in', () => {
  it('[AUTH-01] gives a demo user tokens that the API accepts', async () => {
    const { tokens } = await signIn(broker);
    const claims = decodeJwt(tokens.id_token);
    expect(claims).toMatchObject({
      iss: `${broker.origin}/`,
      aud: 'palier-web',
      email: 'claire.vasseur@maison-brume.fr',
      org_id: 'org_maison_brume',
    });
    expect(await broker.identity.verify(tokens.access_token)).toMatchObject({
      sub: claims.sub,
      org_id: 'org_maison_brume',
    });
  });
});
