import process from 'node:process';
import { startTestApp } from '../../../apps/server/src/test/app.ts';

// The server of the bench, in a process of its own: what delays it is not the one who asks.

const test = await startTestApp({ jobs: true, check_answers: false });
await test.app.listen({ port: 0, host: '127.0.0.1' });
const address = test.app.server.address();
process.send?.({
  port: typeof address === 'object' ? address?.port : null,
  token: await test.token('claire'),
  // Of another organisation.
  other: await test.token('paul'),
});
process.on('disconnect', () => void test.close().finally(() => process.exit(0)));
