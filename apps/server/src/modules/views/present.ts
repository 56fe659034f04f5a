import type { View } from '@palier/contract';
import type { ViewRow } from './repository.ts';

export function presentView(row: ViewRow): View {
  return {
    _id: row.view_id,
    author_id: row.author_id,
    name: row.name,
    description: row.description,
    parameters: row.parameters,
    shared: row.shared,
    is_partial: row.is_partial,
    starred: row.starred,
    is_default: row.is_default,
  };
}
