import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api/errors.ts';
import { type Command, History } from './history.ts';

const labels = (history: History): { done: string[]; undone: string[] } => {
  const { done, undone } = history.state.get();
  return { done: done.map(({ label }) => label), undone: undone.map(({ label }) => label) };
};

const command = (label: string, more: Partial<Command> = {}): Command => ({
  label,
  run: () => undefined,
  revert: () => undefined,
  ...more,
});

const refuse = async (): Promise<never> => {
  throw new Error('refusé');
};

describe('undo and redo', () => {
  it('gives a command back to undo when its undoing is refused', async () => {
    const onFailure = vi.fn();
    const history = new History(onFailure);
    const revert = vi.fn<() => Promise<void>>(refuse);
    history.add(command('Femme à 30 %'));
    history.add(command('Homme à 40 %', { revert }));
    await history.undo();
    expect(labels(history)).toEqual({ done: ['Femme à 30 %', 'Homme à 40 %'], undone: [] });
    expect(onFailure).toHaveBeenCalledWith(new Error('refusé'));
    revert.mockResolvedValue();
    await history.undo();
    expect(labels(history)).toEqual({ done: ['Femme à 30 %'], undone: ['Homme à 40 %'] });
  });

  it('forgets a command that was undone elsewhere, so that those before it can be undone', async () => {
    const onFailure = vi.fn();
    const history = new History(onFailure);
    const gone = new ApiError('Cet événement est déjà annulé.', 409, 'conflict');
    const revert = async (): Promise<never> => {
      throw gone;
    };
    history.add(command('Femme à 30 %'));
    history.add(command('Homme à 40 %', { revert }));
    await history.undo();
    expect(onFailure).toHaveBeenCalledWith(gone);
    expect(labels(history)).toEqual({ done: ['Femme à 30 %'], undone: [] });
    await history.undo();
    expect(labels(history)).toEqual({ done: [], undone: ['Femme à 30 %'] });
  });

  it('gives a command back to redo when its redoing is refused', async () => {
    const history = new History();
    history.add(command('Homme à 40 %', { run: refuse }));
    await history.undo();
    await history.redo();
    expect(labels(history)).toEqual({ done: [], undone: ['Homme à 40 %'] });
  });

  it('does not offer to undo what the server refused to do', async () => {
    const history = new History();
    history.add(command('Femme à 30 %'));
    await history.do(command('Homme à 40 %', { run: refuse }));
    expect(labels(history)).toEqual({ done: ['Femme à 30 %'], undone: ['Homme à 40 %'] });
  });

  it('undoes one command after the other, though the keys come faster than the answers', async () => {
    const history = new History();
    const first = Promise.withResolvers<void>();
    const asked: string[] = [];
    history.add(command('Femme', { revert: () => void asked.push('Femme') }));
    history.add(
      command('Homme', {
        revert: () => {
          asked.push('Homme');
          return first.promise;
        },
      }),
    );
    const both = [history.undo(), history.undo()];
    expect(asked).toEqual(['Homme']);
    first.resolve();
    await Promise.all(both);
    expect(asked).toEqual(['Homme', 'Femme']);
    expect(labels(history)).toEqual({ done: [], undone: ['Homme', 'Femme'] });
  });

  it('undoes in the frame of the key what needs no answer', () => {
    const history = new History();
    const revert = vi.fn();
    history.add(command('Femme', { revert }));
    void history.undo();
    expect(revert).toHaveBeenCalledOnce();
  });

  it('says what the server has not answered yet, until it has', async () => {
    const history = new History();
    let answer: () => void = () => {};
    const revert = () => new Promise<void>((resolve) => (answer = resolve));
    history.add(command('Femme à 30 %', { revert }));
    const undone = history.undo();
    expect(history.waiting.get()).toEqual({ step: 'undo', label: 'Femme à 30 %' });
    answer();
    await undone;
    expect(history.waiting.get()).toBeNull();
  });
});
