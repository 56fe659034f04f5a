import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { History } from './history.ts';
import { useUndoKeys } from './use-undo-keys.ts';

function Screen({ history }: { history: History }) {
  useUndoKeys(history);
  return (
    <>
      <button type="button">Exporter</button>
      <input aria-label="Nom ou code" />
      <dialog open>
        <button type="button">20 %</button>
      </dialog>
    </>
  );
}

it('Ctrl+Z undoes a decision from anywhere on the screen, but neither from a field nor from a dialog', () => {
  const history = new History();
  const revert = vi.fn();
  history.add({ label: 'Démarque à 40 %', run: () => undefined, revert });
  render(<Screen history={history} />);
  const press = (on: HTMLElement) => fireEvent.keyDown(on, { key: 'z', ctrlKey: true });
  press(screen.getByLabelText('Nom ou code'));
  press(screen.getByRole('button', { name: '20 %' }));
  expect(revert).not.toHaveBeenCalled();
  press(screen.getByRole('button', { name: 'Exporter' }));
  expect(revert).toHaveBeenCalledOnce();
});
