import { beforeAll, describe, expect, it } from 'vitest';
import { addCatalogues, getFixedT, loadNamespaces } from '@/shared/i18n';
import { adminCatalogues } from '@/shared/i18n/admin-catalogues';
import { languages, type Language } from '@/shared/i18n/language';
import type { Entry } from './inbox-entry';
import { replyTopics } from './inquiry-topic';
import { replySubject, replyText, replyWays, topicOf } from './reply-text';

const entry: Entry = {
  form: 'contact',
  id: 'a',
  name: ' Amal ',
  email: 'amal@example.org',
  phone: null,
  message: 'Will you come?',
  status: 'new',
  replied: false,
  created_at: '2026-11-21T10:00:00Z',
  assigned_to: null,
  notes: null,
  record: { subject: 'media - Radio Atlas' },
};

beforeAll(async () => {
  addCatalogues(adminCatalogues);
  await Promise.all(languages.map((language) => loadNamespaces(language, ['admin-inbox'])));
});
const words = (language: Language) => getFixedT(language, 'admin-inbox');

describe('the template of an answer', () => {
  it.each([
    ['contact', { subject: 'speaking' }, 'speaking'],
    ['contact', { subject: 'media - Radio Atlas' }, 'media'],
    ['contact', { subject: 'media - Radio Atlas' }, 'media'],
    ['contact', { subject: 'partnership' }, 'partnership'],
    ['contact', { subject: 'partnership of two clubs' }, 'general'],
    ['contact', { subject: null }, 'general'],
    ['speaking', {}, 'speaking'],
    ['sponsorship', {}, 'partnership'],
    ['retreat', {}, 'retreat'],
  ] as const)('for %s with %j is that of %s', (form, record, topic) => {
    expect(topicOf({ ...entry, form, record })).toBe(topic);
  });

  it.each(languages)(
    'is whole in %s: a subject, a greeting by name, nothing left open',
    (language) => {
      for (const topic of replyTopics) {
        expect(replySubject(words(language), topic)).not.toBe('');
        for (const way of replyWays) {
          const text = replyText(words(language), { entry, topic, way, me: 'Sara' });
          expect(text).toMatch(/^\S.*Amal[,،]/);
          expect(text).not.toMatch(/\{\{|undefined/);
          expect(text.endsWith('\nSara')).toBe(way === 'mail');
        }
      }
    },
  );

  it('asks for what is not known, and for nothing that was said', () => {
    const ask = (message: string, record = {}) =>
      replyText(words('en'), {
        entry: { ...entry, message, record },
        topic: 'speaking',
        way: 'mail',
        me: '',
      });
    expect(ask('Will you come?')).toContain('- the date\n- how many people');
    expect(ask('Date: 2027-03-08\n\nCome?')).not.toContain('- the date');
    expect(ask('Audience size: 200\n\nCome?')).not.toContain('- how many');
    const known = ask('Come?', { event_date: '2027-03-08', audience_size: 200 });
    expect(known).not.toMatch(/- the date|- how many/);
    expect(known).toContain('- the place and the language of the talk');
  });
});
