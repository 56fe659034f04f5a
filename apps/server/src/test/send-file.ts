import type { Person, TestApp } from './app.ts';

/** Sends a file of project definitions as the screen does. */
export async function sendDefinitions(test: TestApp, person: Person, name: string, text: string) {
  const form = new FormData();
  form.append('uploadedFiles', new Blob([text]), name);
  const request = new Response(form);
  return test.ask(person, {
    ...{ method: 'POST', url: '/api/projects/import', payload: Buffer.from(await request.arrayBuffer()) },
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
}
