import { describe, expect, it } from 'vitest';
import { awaitsClosing, followedDate, isOver } from './clock.ts';

const summer = {
  phases: [{ start_date: '2026-06-24' }, { start_date: '2026-07-08' }],
  end_date: '2026-07-22',
  working_phase: 1,
  data_date: null,
  known_date: '2026-07-05',
};

describe('the clock of a project', () => {
  it('follows the data received, closed or not, until it is over', () => {
    expect(followedDate(summer, '2026-07-12')).toBe('2026-07-12');
    expect(followedDate({ ...summer, working_phase: null }, '2026-07-19')).toBe('2026-07-19');
    // Past its end but for a phase that nobody validated: still open, still following.
    expect(followedDate({ ...summer, known_date: '2026-07-26' }, '2026-08-02')).toBe('2026-08-02');
    const over = { ...summer, working_phase: null, known_date: '2026-07-26' };
    expect(followedDate(over, '2026-08-02')).toBe('2026-07-26');
  });

  it('closes a week after its end, when its first data are of long after', () => {
    const closed = { ...summer, working_phase: null };
    expect(followedDate({ ...closed, known_date: null }, '2027-01-10')).toBe('2026-07-29');
    expect(followedDate(closed, '2027-01-10')).toBe('2026-07-29');
    expect(followedDate({ ...closed, known_date: null }, '2026-07-24')).toBe('2026-07-24');
    // One that was over already keeps its day.
    expect(followedDate({ ...closed, known_date: '2026-08-20' }, '2027-01-10')).toBe('2026-08-20');
    expect(followedDate({ ...summer, known_date: null }, '2027-01-10')).toBe('2027-01-10');
  });

  it('is no longer over when an import that reached its end is taken back', () => {
    const over = { ...summer, working_phase: null, known_date: '2026-07-26' };
    expect(followedDate(over, '2026-07-12')).toBe('2026-07-12');
    // Data that still reach its end leave it the day that it became over.
    expect(followedDate(over, '2026-07-22')).toBe('2026-07-26');
  });

  it('stands still when it is frozen on purpose', () => {
    expect(followedDate({ ...summer, data_date: '2026-07-01' }, '2026-07-12')).toBe('2026-07-01');
  });

  it('is over when it is closed and its data reach its end', () => {
    expect(isOver({ ...summer, working_phase: null, data_date: '2026-07-22' })).toBe(true);
    expect(isOver({ ...summer, working_phase: null, data_date: '2026-07-21' })).toBe(false);
    expect(isOver({ ...summer, data_date: '2026-07-22' })).toBe(false);
    expect(isOver({ ...summer, working_phase: null, data_date: null })).toBe(false);
  });
});

it('tells what waits to be closed: its data reach its end and a phase is still worked', () => {
  const phases = [{ name: null, start_date: '2026-07-01' }];
  const ended = { phases, end_date: '2026-07-20', working_phase: 0, data_date: '2026-07-20' };
  expect(awaitsClosing(ended)).toBe(true);
  expect(awaitsClosing({ ...ended, data_date: '2026-07-19' })).toBe(false);
  expect(awaitsClosing({ ...ended, working_phase: null })).toBe(false);
  expect(awaitsClosing({ ...ended, data_date: null })).toBe(false);
});
