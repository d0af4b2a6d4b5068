import type { PillTone } from '@/shared/ui/pill';
import type { Row } from '@/shared/api/rows';

/** The forms whose entries are answered. */
export const inquiryForms = ['contact', 'speaking', 'sponsorship', 'retreat'] as const;
type InquiryForm = (typeof inquiryForms)[number];

/** All forms of the site, as the view form_submissions names them. */
export const forms = [...inquiryForms, 'book_order'] as const;
export type FormType = (typeof forms)[number];

/** The statuses of an inquiry; every transition is allowed. */
export const statuses = ['new', 'read', 'responded', 'spam'] as const;
export type InquiryStatus = (typeof statuses)[number];

/** An entry of any form, with the common columns. */
export type Entry = {
  form: FormType;
  /** The id of the row in the table of its form. */
  id: string;
  name: string;
  email: string;
  phone: string | null;
  message: string | null;
  /** Of an order the furthest step; null without a status. */
  status: string | null;
  /** Whether a reply was sent from the back-office, or is on its way. */
  replied: boolean;
  created_at: string;
  assigned_to: string | null;
  notes: string | null;
  /** The row of its own table. */
  record: Record<string, unknown>;
};

/** The table of each inquiry form. */
const tables = {
  contact: 'contact_submissions',
  speaking: 'speaking_inquiries',
  sponsorship: 'sponsorship_inquiries',
  retreat: 'retreat_inquiries',
} as const;
export type InquiryTable = (typeof tables)[InquiryForm];

/** The table of an entry; undefined for an order, which has its own screen. */
export const tableOf = ({ form }: Pick<Entry, 'form'>): InquiryTable | undefined =>
  form === 'book_order' ? undefined : tables[form];

const isForm = (value: unknown): value is FormType => forms.some((form) => form === value);
export const isStatus = (value: unknown): value is InquiryStatus =>
  statuses.some((status) => status === value);

/** Converts a row of the combined view. */
export function submissionEntry(row: Row<'form_submissions'>): Entry {
  const { id, name, email, phone, message, status, replied, created_at, assigned_to, notes } = row;
  const common = {
    id,
    name,
    email,
    phone,
    message,
    status,
    replied,
    created_at,
    assigned_to,
    notes,
  };
  return {
    form: isForm(row.form_type) ? row.form_type : 'contact',
    record: isRecord(row.record) ? row.record : {},
    ...common,
  };
}

/** Converts a contact message. */
export function messageEntry(row: Row<'contact_submissions'>): Entry {
  const { id, name, email, message, status, created_at, assigned_to, notes } = row;
  const shared = { id, name, email, message, status, created_at, assigned_to, notes };
  const { replied, waiting_since: _since, search_text: _text, ...record } = row;
  return { ...shared, form: 'contact', phone: null, replied: replied ?? false, record };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A column of the entry's own table as text; '' if empty. */
export function textIn({ record }: Pick<Entry, 'record'>, column: string): string {
  const value = record[column];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Whether the row of the entry's own table is loaded. */
export const isLoaded = ({ record }: Pick<Entry, 'record'>): boolean => 'id' in record;

/** The statuses with a message. */
const statusWords = [
  ...statuses,
  'confirmed',
  'paid',
  'fulfilled',
  'cancelled',
  'refused',
  'returned',
  'pending',
] as const;
export type StatusWord = (typeof statusWords)[number];

export const statusWord = (status: string | null): StatusWord =>
  statusWords.find((word) => word === status) ?? 'pending';

const tones: Partial<Record<StatusWord, PillTone>> = { new: 'new', read: 'done' };

/** Blue for new, green for read, else grey. */
export const toneOfStatus = (status: string | null): PillTone =>
  tones[statusWord(status)] ?? 'other';

/** Whether the entry is unanswered. A converted message is answered in its speaking inquiry. */
export const isWaiting = (entry: Pick<Entry, 'status' | 'record' | 'replied'>): boolean =>
  (entry.status === 'new' || entry.status === 'read') &&
  !entry.replied &&
  talkOf(entry) === undefined;

/** The id of the speaking inquiry created from a message, if the query embeds it. */
export function talkOf({ record }: Pick<Entry, 'record'>): string | undefined {
  const embedded = record['speaking_inquiries'];
  const talk: unknown = Array.isArray(embedded) ? embedded[0] : embedded;
  return isRecord(talk) && typeof talk['id'] === 'string' ? talk['id'] : undefined;
}
