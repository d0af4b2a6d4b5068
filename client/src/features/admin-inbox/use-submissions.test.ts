import { expect, it } from 'vitest';
import { submissionQuery } from './use-submissions';

const view = { search: '', sort: '-created_at', page: 1, filters: {} } as const;

it('asks no order for the state of an inquiry: 100,000 of them would be looked at', () => {
  const { filters } = submissionQuery({ ...view, filters: { status: 'new' } }, 'me');
  expect(filters).toEqual([
    ['status', 'eq', 'new'],
    ['form_type', 'neq', 'book_order'],
  ]);
});

it('leaves the raw records out, and asks for all where nothing is chosen', () => {
  const { filters, select } = submissionQuery(view, 'me');
  expect(filters).toEqual([]);
  expect(select).not.toMatch(/record|\*/);
});

it('finds what is mine, and what nobody has taken', () => {
  const of = (to: 'me' | 'nobody') => submissionQuery({ ...view, filters: { to } }, 'a').filters;
  expect(of('me')).toEqual([['assigned_to', 'eq', 'a']]);
  expect(of('nobody')).toEqual([['assigned_to', 'is', null]]);
});
