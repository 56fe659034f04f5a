import { expect, it } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { undoEach } from './undo-activities.ts';

const gone = new ApiError('Toutes ces lignes ont été modifiées depuis', 409, 'conflict');

it('acts of which nothing is left to undo do not keep the others of their news from it', async () => {
  const undone: string[] = [];
  const undo = async (id: string) => {
    if (id === 'b') throw gone;
    undone.push(id);
  };
  expect(await undoEach(['a', 'b', 'c'], undo)).toBe(1);
  expect(undone).toEqual(['a', 'c']);
  await expect(undoEach(['b'], undo)).rejects.toBe(gone);
});

it('a fault of the network ends it at once', async () => {
  const asked: string[] = [];
  const lost = new ApiError('Pas de connexion', 0, 'network');
  const undo = async (id: string) => {
    asked.push(id);
    throw lost;
  };
  await expect(undoEach(['a', 'b'], undo)).rejects.toBe(lost);
  expect(asked).toEqual(['a']);
});
