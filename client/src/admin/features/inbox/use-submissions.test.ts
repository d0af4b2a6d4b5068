import { expect, it } from 'vitest';
import { forms, inquiryForms } from './inbox-entry';
import { stateChange } from './inbox-view';
import { formsOf, submissionQuery } from './use-submissions';

const view = { search: '', sort: '-created_at', page: 1, filters: {} } as const;
const noOrders = ['form_type', 'neq', 'book_order'];
// A new order has no status.
const notSpam = ['status', 'isdistinct', 'spam'];
const spam = ['status', 'eq', 'spam'];
const ofForm = (form: string) => ['form_type', 'eq', form];

it.each([
  { name: 'of all forms, without spam', filters: {}, want: [notSpam], shown: forms },
  {
    name: 'of book orders',
    filters: { form: 'book_order' },
    want: [ofForm('book_order'), notSpam],
    shown: ['book_order'],
  },
  {
    name: 'of sponsors',
    filters: { form: 'sponsorship', status: 'new' },
    want: [ofForm('sponsorship'), ['status', 'eq', 'new']],
    shown: ['sponsorship'],
  },
  { name: 'that are spam, orders too', filters: { status: 'spam' }, want: [spam], shown: forms },
  {
    name: 'that wait for an answer, which no order does',
    filters: { status: 'unanswered' },
    want: [noOrders, ['waiting_since', 'not.is', null]],
    shown: inquiryForms,
  },
  {
    name: 'that nobody has taken, which no order can be',
    filters: { to: 'nobody' },
    want: [noOrders, ['assigned_to', 'is', null], notSpam],
    shown: inquiryForms,
  },
  {
    name: 'that are mine',
    filters: { to: 'me' },
    want: [noOrders, ['assigned_to', 'eq', 'me'], notSpam],
    shown: inquiryForms,
  },
] as const)('finds entries $name', ({ filters, want, shown }) => {
  const query = submissionQuery({ ...view, filters }, 'me');
  expect(query.filters).toEqual(want);
  expect(query.select).not.toMatch(/record|search_text|\*/);
  expect(formsOf(filters)).toEqual(shown);
});

it('sorts what waits by how long it has waited', () => {
  expect(stateChange('unanswered').sort).toBe('created_at');
  expect(stateChange('new').sort).toBe('-created_at');
});

it('finds every word, in any order', () => {
  const { filters } = submissionQuery({ ...view, search: 'Fès conférence' }, 'a');
  expect(filters).toContainEqual(['search_text', 'like', '%fes%']);
  expect(filters).toContainEqual(['search_text', 'like', '%conference%']);
});
