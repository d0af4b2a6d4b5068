import { dateIn, keyFor } from '@/admin/kit/import/read-cell';
import {
  cellOf,
  type ImportField,
  type ImportTable,
  type Mapping,
} from '@/admin/kit/import/read-table';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { languages, type Language } from '@/shared/i18n/language';
import { emailFormat } from '@/shared/ui/email-format';
import { subscriberStates } from './subscriber';

type State = (typeof subscriberStates)[number];
export type FieldName = 'email' | 'language' | 'status' | 'confirmed_at';

/** The columns, with the heads of our own export and of others. */
export const importFields = [
  {
    name: 'email',
    heads: [
      'email',
      'e mail',
      'email address',
      'mail',
      'adresse e mail',
      'adresse',
      'البريد',
      'البريد الالكتروني',
    ],
    required: true,
  },
  { name: 'language', heads: ['language', 'lang', 'langue', 'اللغة', 'لغة'] },
  { name: 'status', heads: ['status', 'state', 'statut', 'etat', 'الحالة', 'حالة'] },
  {
    name: 'confirmed_at',
    heads: [
      'confirmed',
      'confirmed at',
      'confirm time',
      'optin time',
      'confirme',
      'confirme le',
      'التاكيد',
      'تاكيد',
    ],
  },
] as const satisfies readonly ImportField<FieldName>[];

/** The problem of a cell: a message key. */
type Problem = 'required' | 'email' | 'language' | 'status' | 'date' | 'future' | 'twice';
type LineProblem = { line: number; field: FieldName; value: string; problem: Problem };

export type SubscriberRecord = {
  line: number;
  email: string;
  language: Language;
  status: State;
  confirmed_at: string | null;
};

const languageWords: Record<Language, readonly string[]> = {
  en: ['en', 'english', 'anglais', 'الانجليزيه'],
  fr: ['fr', 'french', 'francais', 'الفرنسيه'],
  ar: ['ar', 'arabic', 'arabe', 'العربيه'],
};

// Words of our export in three languages, and of other programs.
const stateWords: Record<State, readonly string[]> = {
  confirmed: ['confirmed', 'subscribed', 'confirme', 'confirmee', 'abonne', 'مؤكد', 'موكد'],
  pending: ['pending', 'waiting', 'unconfirmed', 'en attente', 'قيد الانتظار'],
  unsubscribed: [
    'unsubscribed',
    'left',
    'cleaned',
    'desabonne',
    'desabonnee',
    'الغى الاشتراك',
    'الغي الاشتراك',
  ],
};

export type CheckedSubscribers = { records: SubscriberRecord[]; problems: LineProblem[] };

/** Checks each line. A line with a problem is not imported. `now` bounds the dates. */
export function checkSubscribers(
  { lines }: ImportTable,
  mapping: Mapping<FieldName>,
  now: Date,
): CheckedSubscribers {
  const records: SubscriberRecord[] = [];
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  for (const given of lines) {
    const { line } = given;
    const text = (field: FieldName) => cellOf(given, mapping, field);
    const found: LineProblem[] = [];
    const note = (field: FieldName, problem: Problem) =>
      void found.push({ line, field, value: text(field), problem });
    const email = text('email').toLowerCase();
    if (email === '') note('email', 'required');
    else if (!emailFormat.test(email)) note('email', 'email');
    else if (seen.has(email)) note('email', 'twice');
    const language =
      text('language') === '' ? 'en' : keyFor(languageWords, languages, text('language'));
    if (language === undefined) note('language', 'language');
    const status =
      text('status') === '' ? 'pending' : keyFor(stateWords, subscriberStates, text('status'));
    if (status === undefined) note('status', 'status');
    const date = text('confirmed_at') === '' ? undefined : dateIn(text('confirmed_at'));
    if (date === null) note('confirmed_at', 'date');
    else if (date !== undefined && date > now) note('confirmed_at', 'future');
    seen.add(email);
    problems.push(...found);
    if (found.length > 0 || language === undefined || status === undefined) continue;
    records.push({ line, email, language, status, confirmed_at: date?.toISOString() ?? null });
  }
  return { records, problems };
}

/** Records of a request: one transaction. The server takes at most 500. */
const batchSize = 250;

export type SendResult = {
  /** The lines whose address was there already. */
  known: number[];
  /** Number of lines that the server has handled. */
  done: number;
  /** Why the others were not sent; undefined if all were. */
  error: unknown;
};

/**
 * Imports records, or only asks which are there already. Each batch is a transaction; one that fails ends it, and
 * what the batches before have imported stays: the same file can be given again.
 */
export async function sendSubscribers(
  records: readonly SubscriberRecord[],
  onlyCheck: boolean,
  onProgress: (done: number) => void,
): Promise<SendResult> {
  const known: number[] = [];
  for (let from = 0; from < records.length; from += batchSize) {
    try {
      // One transaction at a time.
      // oxlint-disable-next-line no-await-in-loop
      const client = await sb();
      const batch = records.slice(from, from + batchSize);
      // oxlint-disable-next-line no-await-in-loop
      const answer = await client.rpc('import_subscribers', {
        records: batch,
        only_check: onlyCheck,
      });
      known.push(...unwrap(answer).flatMap((row) => (row.known ? [row.line] : [])));
      onProgress(Math.min(records.length, from + batchSize));
    } catch (error) {
      return { known, done: from, error };
    }
  }
  return { known, done: records.length, error: undefined };
}
