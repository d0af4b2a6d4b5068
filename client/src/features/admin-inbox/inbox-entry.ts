import type { RowOf } from '../../admin/rows/any-table';
import type { PillTone } from '../../ui/pill';

/** The forms whose entries somebody answers. */
const inquiryForms = ['contact', 'speaking', 'sponsorship', 'retreat'] as const;
type InquiryForm = (typeof inquiryForms)[number];

/** All forms of the site, as the view form_submissions names them. */
export const forms = [...inquiryForms, 'book_order'] as const;
export type FormType = (typeof forms)[number];

/** The states of an inquiry, in their usual order; each can follow each. */
export const statuses = ['new', 'read', 'responded'] as const;
export type InquiryStatus = (typeof statuses)[number];

/** What came in by one form, in the words that all forms share. */
export type Entry = {
  form: FormType;
  /** The id of the row in the table of its form. */
  id: string;
  name: string;
  email: string;
  phone: string | null;
  message: string | null;
  /** Of an order the furthest step; null where there is none. */
  status: string | null;
  created_at: string;
  assigned_to: string | null;
  notes: string | null;
  /** The row as it is in its own table. */
  record: Record<string, unknown>;
};

/** The table of each form that is answered. */
const tables = {
  contact: 'contact_submissions',
  speaking: 'speaking_inquiries',
  sponsorship: 'sponsorship_inquiries',
  retreat: 'retreat_inquiries',
} as const;
export type InquiryTable = (typeof tables)[InquiryForm];

/** Where the entry is kept; undefined for an order, which has a screen of its own. */
export const tableOf = ({ form }: Pick<Entry, 'form'>): InquiryTable | undefined =>
  form === 'book_order' ? undefined : tables[form];

const isForm = (value: unknown): value is FormType => forms.some((form) => form === value);
export const isStatus = (value: unknown): value is InquiryStatus =>
  statuses.some((status) => status === value);

/** An entry of the combined list. A view's columns may all be null as far as the types know. */
export function submissionEntry(row: RowOf<'form_submissions'>): Entry {
  return {
    form: isForm(row.form_type) ? row.form_type : 'contact',
    id: row.id ?? '',
    name: row.name ?? '',
    email: row.email ?? '',
    phone: row.phone,
    message: row.message,
    status: row.status,
    created_at: row.created_at ?? '',
    assigned_to: row.assigned_to,
    notes: row.notes,
    record: isRecord(row.record) ? row.record : {},
  };
}

/** A message of the contact form as an entry. */
export function messageEntry(row: RowOf<'contact_submissions'>): Entry {
  const { id, name, email, message, status, created_at, assigned_to, notes } = row;
  const shared = { id, name, email, message, status, created_at, assigned_to, notes };
  return { ...shared, form: 'contact', phone: null, record: row };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text of the entry's own table; '' where it has none. */
export function textIn({ record }: Pick<Entry, 'record'>, column: string): string {
  const value = record[column];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Whether the row of the entry's own table is here, or only what a list knows of it. */
export const isLoaded = ({ record }: Pick<Entry, 'record'>): boolean => 'id' in record;

/** The word of a state: what has none is pending. */
const statusWords = [...statuses, 'confirmed', 'paid', 'fulfilled', 'pending'] as const;
export type StatusWord = (typeof statusWords)[number];

export const statusWord = (status: string | null): StatusWord =>
  statusWords.find((word) => word === status) ?? 'pending';

const tones: Partial<Record<StatusWord, PillTone>> = { new: 'new', read: 'done' };

/** Blue for what is new, green for what was read, grey otherwise. */
export const toneOfStatus = (status: string | null): PillTone =>
  tones[statusWord(status)] ?? 'other';

/** Whether somebody still waits for an answer. A message that became a talk is answered there. */
export const isWaiting = (entry: Pick<Entry, 'status' | 'record'>): boolean =>
  (entry.status === 'new' || entry.status === 'read') && talkOf(entry) === undefined;

/** The speaking inquiry that was made of a message, where the question asked for it. */
export function talkOf({ record }: Pick<Entry, 'record'>): string | undefined {
  const embedded = record['speaking_inquiries'];
  const talk: unknown = Array.isArray(embedded) ? embedded[0] : embedded;
  return isRecord(talk) && typeof talk['id'] === 'string' ? talk['id'] : undefined;
}
