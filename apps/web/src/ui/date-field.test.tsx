import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DateField, type DateFieldProps } from './date-field.tsx';

afterEach(cleanup);

const onChange = vi.fn();

function Held({ value = '', ...rest }: Partial<DateFieldProps>) {
  const [day, setDay] = useState(value);
  return (
    <DateField
      label="Premier jour"
      {...rest}
      value={day}
      onChange={(next) => {
        onChange(next);
        setDay(next);
      }}
    />
  );
}

function renderField(props: Partial<DateFieldProps> = {}): HTMLInputElement {
  onChange.mockClear();
  render(<Held {...props} />);
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Premier jour' });
}

const fault = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

describe('the date field', () => {
  it('reads and writes days the French way, whatever the browser speaks', async () => {
    const field = renderField({ value: '2026-01-07' });
    expect(field.value).toBe('07/01/2026');
    await userEvent.clear(field);
    await userEvent.type(field, '8/2/2026');
    expect(onChange).toHaveBeenLastCalledWith('2026-02-08');
    await userEvent.tab();
    expect(field.value).toBe('08/02/2026');
  });

  it('gives no day before the date is whole, and completes a short year when the field is left', async () => {
    const field = renderField();
    await userEvent.type(field, '07/01/20');
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.clear(field);
    await userEvent.type(field, '7/1/26');
    await userEvent.tab();
    expect(field.value).toBe('07/01/2026');
    expect(onChange.mock.calls).toEqual([['2026-01-07']]);
  });

  it('keeps what was typed and says that the day does not exist', async () => {
    const field = renderField({ value: '2026-01-07' });
    await userEvent.clear(field);
    await userEvent.type(field, '31/02/2026');
    expect(onChange).toHaveBeenLastCalledWith('');
    expect(field.value).toBe('31/02/2026');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(fault(field)).toContain('Ce jour n’existe pas');
  });

  it('says when a day is too early or too late, and the error of the form first', () => {
    expect(fault(renderField({ value: '2026-01-07', min: '2026-01-08' }))).toBe('Pas avant le 08/01/2026.');
    cleanup();
    expect(fault(renderField({ value: '2026-01-09', max: '2026-01-08' }))).toBe('Pas après le 08/01/2026.');
    cleanup();
    expect(fault(renderField({ value: '2026-01-07', min: '2026-01-08', error: 'Autre' }))).toBe('Autre');
  });

  it('moves a day by the arrows', async () => {
    const field = renderField({ value: '2026-01-31' });
    field.focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(field.value).toBe('01/02/2026');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(onChange).toHaveBeenLastCalledWith('2026-01-30');
  });

  it('picks in a month of French days by the keyboard, and gives the focus back', async () => {
    const field = renderField({ value: '2026-01-07' });
    field.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByRole('grid', { name: 'janvier 2026' });
    expect(screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent)).toEqual([
      'lu',
      'ma',
      'me',
      'je',
      've',
      'sa',
      'di',
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('7'));
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{PageDown}{Enter}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    expect(field.value).toBe('15/02/2026');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('offers no day outside the bounds, and closes by Escape with nothing changed', async () => {
    const field = renderField({ value: '2026-01-07', min: '2026-01-05', max: '2026-01-20' });
    await userEvent.click(screen.getByRole('button', { name: 'Premier jour : ouvrir le calendrier' }));
    await screen.findByRole('grid');
    await userEvent.click(screen.getByRole('button', { name: /^mercredi 21 janvier 2026/ }));
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toBe('07/01/2026');
  });
});
