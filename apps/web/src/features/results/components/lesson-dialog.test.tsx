import type { Lesson } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import { LessonDialog } from './lesson-dialog.tsx';

it('a budget is typed beside the sign of its money, as in the other fields', () => {
  const lesson: Lesson = {
    ...{ _id: 'l', operation: 'Soldes été', project_id: 'p1', name: 'Moins de budget', reason: null },
    sets: { kind: 'budget', discount_budget: 1200, currency: 'EUR' },
    ...{ user_name: 'Claire', created_at: '2026-07-30T08:00:00Z', updated_at: null },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LessonDialog lesson={lesson} projects={[newProject()]} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const field = screen.getByLabelText(/^Budget d’une démarque/);
  expect(field.parentElement?.textContent).toContain('€');
  expect(field.parentElement?.textContent).not.toContain('EUR');
});
