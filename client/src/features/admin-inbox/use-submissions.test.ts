import { expect, it } from 'vitest';
import { stateChange } from './inbox-view';
import { submissionQuery } from './use-submissions';

const view = { search: '', sort: '-created_at', page: 1, filters: {} } as const;
const noOrders = ['form_type', 'neq', 'book_order'];

it('asks for inquiries only: orders have a screen of their own, and are 100,000', () => {
  const { filters, select } = submissionQuery(view, 'me');
  expect(filters).toEqual([noOrders, ['status', 'neq', 'spam']]);
  expect(select).not.toMatch(/record|search_text|\*/);
});

it('finds what waits for an answer, the longest first', () => {
  const { filters } = submissionQuery({ ...view, filters: { status: 'unanswered' } }, 'me');
  expect(filters).toEqual([noOrders, ['waiting_since', 'not.is', null]]);
  expect(stateChange('unanswered').sort).toBe('created_at');
  expect(stateChange('new').sort).toBe('-created_at');
});

it('finds what is mine, and what nobody has taken', () => {
  const of = (to: 'me' | 'nobody') => submissionQuery({ ...view, filters: { to } }, 'a').filters;
  expect(of('me')).toContainEqual(['assigned_to', 'eq', 'a']);
  expect(of('nobody')).toContainEqual(['assigned_to', 'is', null]);
});

it('finds every word, in any order', () => {
  const { filters } = submissionQuery({ ...view, search: 'Fès conférence' }, 'a');
  expect(filters).toContainEqual(['search_text', 'like', '%fes%']);
  expect(filters).toContainEqual(['search_text', 'like', '%conference%']);
});
