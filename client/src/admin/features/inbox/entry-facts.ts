import type { Entry, FormType } from './inbox-entry';

/** The format of a column. `person` is free text in an unknown language. */
export type FactKind =
  'person' | 'mail' | 'phone' | 'code' | 'number' | 'day' | 'moment' | 'budget' | 'edition';

type FactName =
  | 'email'
  | 'phone'
  | 'organization'
  | 'subject'
  | 'topic'
  | 'eventDate'
  | 'audience'
  | 'budget'
  | 'sourcePage'
  | 'received'
  | 'changed'
  | 'orderNumber'
  | 'copies'
  | 'total'
  | 'address'
  | 'edition'
  | 'note';

type Fact = { name: FactName; columns: readonly string[]; kind: FactKind };

const fact = (name: FactName, column: string, kind: FactKind): Fact => ({
  name,
  columns: [column],
  kind,
});

const email = fact('email', 'email', 'mail');
const phone = fact('phone', 'phone', 'phone');
const organization = fact('organization', 'organization', 'person');
const times = [fact('received', 'created_at', 'moment'), fact('changed', 'updated_at', 'moment')];

/** The facts of each form besides name and message. */
const facts: Record<FormType, readonly Fact[]> = {
  contact: [
    email,
    fact('subject', 'subject', 'person'),
    fact('sourcePage', 'source_page', 'code'),
    ...times,
  ],
  speaking: [
    email,
    phone,
    organization,
    fact('topic', 'topic', 'person'),
    fact('eventDate', 'event_date', 'day'),
    fact('audience', 'audience_size', 'number'),
    ...times,
  ],
  sponsorship: [email, organization, fact('budget', 'budget_range', 'budget'), ...times],
  retreat: [email, phone, ...times],
  book_order: [
    fact('orderNumber', 'order_number', 'code'),
    fact('email', 'buyer_email', 'mail'),
    fact('phone', 'buyer_phone', 'phone'),
    {
      name: 'address',
      columns: ['shipping_address', 'shipping_postal_code', 'shipping_city'],
      kind: 'person',
    },
    fact('copies', 'quantity', 'number'),
    { name: 'total', columns: ['total_amount', 'currency'], kind: 'code' },
    fact('edition', 'edition', 'edition'),
    fact('note', 'notes', 'person'),
    ...times,
  ],
};

/** The non-empty facts of an entry. */
export const factsOf = ({ form, record }: Entry) =>
  facts[form].flatMap(({ name, columns, kind }) => {
    const texts = columns.map((column) => written(record[column])).filter((text) => text !== '');
    return texts.length === 0 ? [] : [{ name, kind, text: texts.join(' ') }];
  });

const written = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
