import { describe, expect, it } from 'vitest';
import { mergeEdits, mergeStored } from './merge-edits';

type Text = { title: string; html: string; status: string };
const fields = {
  names: ['title', 'html', 'status'] as const,
  isSame: (field: keyof Text, a: Text, b: Text) => a[field].trim() === b[field].trim(),
};
const base: Text = { title: 'A night', html: '<p>So.</p>', status: 'draft' };

describe('the merge of two edits', () => {
  const merge = (ours: Partial<Text>, theirs: Partial<Text>) =>
    mergeEdits({ base, ours: { ...base, ...ours }, theirs: { ...base, ...theirs } }, fields);

  it.each([
    { name: 'of none', ours: {}, theirs: {}, want: {}, conflicts: [] },
    {
      name: 'of different fields has both',
      ours: { title: 'Ours' },
      theirs: { html: '<p>Theirs.</p>', status: 'published' },
      want: { title: 'Ours', html: '<p>Theirs.</p>', status: 'published' },
      conflicts: [],
    },
    {
      name: 'of one field is a conflict, in which ours stays',
      ours: { title: 'Ours', html: '<p>Ours.</p>' },
      theirs: { title: 'Theirs' },
      want: { title: 'Ours', html: '<p>Ours.</p>' },
      conflicts: ['title'],
    },
    {
      name: 'to the same value is none',
      ours: { title: 'Same' },
      theirs: { title: 'Same' },
      want: { title: 'Same' },
      conflicts: [],
    },
    {
      name: 'takes another spelling of the server for no change',
      ours: { html: '<p>Ours.</p>' },
      theirs: { html: '<p>So.</p>\n' },
      want: { html: '<p>Ours.</p>' },
      conflicts: [],
    },
    {
      name: 'keeps what one has emptied',
      ours: { title: '' },
      theirs: { html: '' },
      want: { title: '', html: '' },
      conflicts: [],
    },
  ])('$name', ({ ours, theirs, want, conflicts }) => {
    expect(merge(ours, theirs)).toEqual({ values: { ...base, ...want }, conflicts });
  });
});

describe('the merge after a write', () => {
  const sent: Text = { ...base, title: 'Sent' };

  it('has what others saved in other fields, and is saved in the spelling that was sent', () => {
    const row = { ...base, title: 'Sent ', html: '<p>Theirs.</p>' };
    const edits = { saved: base, sent, written: ['title'] as const, ours: sent, stored: row };
    expect(mergeStored(edits, fields)).toMatchObject({
      values: { title: 'Sent', html: '<p>Theirs.</p>' },
      saved: { title: 'Sent', html: '<p>Theirs.</p>' },
      conflicts: [],
    });
  });

  it('keeps what was typed during it, and reports what others saved there', () => {
    const row = { ...sent, html: '<p>Theirs.</p>' };
    const ours = { ...sent, title: 'Sent, and more', html: '<p>Typed.</p>' };
    const edits = { saved: base, sent, written: ['title'] as const, ours, stored: row };
    expect(mergeStored(edits, fields)).toMatchObject({
      values: ours,
      base: { title: 'Sent', html: '<p>So.</p>' },
      conflicts: ['html'],
    });
  });
});
