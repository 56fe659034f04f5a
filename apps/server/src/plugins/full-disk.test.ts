import { writeFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { handleErrors } from './errors.ts';

it('a disk of the server without room is a 503 that says so, to be asked again, and no unknown error', async () => {
  const app = Fastify();
  handleErrors(app, createLog('silent'));
  app.get('/', () => writeFile('/dev/full', 'x'));
  const answer = await app.inject({ url: '/' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json().error).toContain('Le disque du serveur est plein');
  await app.close();
});
