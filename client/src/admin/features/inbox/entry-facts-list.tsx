import { phoneLink } from '@/shared/ui/phone';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate, formatDateTime, formatNumber } from '@/shared/i18n/format';
import { Spinner } from '@/shared/ui/spinner';
import { factsOf, type FactKind } from './entry-facts';
import { isLoaded, type Entry } from './inbox-entry';

/** The facts of an entry as a definition list. */
export function EntryFactsList({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  if (!isLoaded(entry)) return <Spinner label={t('site:loading')} />;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {factsOf(entry).map(({ name, kind, text }) => (
        <div key={name} className="min-w-0">
          <dt className="text-label text-muted">{t(`fields.${name}`)}</dt>
          <dd className="text-small wrap-anywhere">
            <FactText kind={kind} text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FactText({ kind, text }: { kind: FactKind; text: string }) {
  const language = useLanguage();
  if (kind === 'mail') return <FactLink href={`mailto:${encodeURIComponent(text)}`} text={text} />;
  if (kind === 'phone') return <FactLink href={phoneLink(text)} text={text} />;
  if (kind === 'number') return formatNumber(Number(text), language);
  if (kind === 'budget') return <Budget range={text} />;
  if (kind === 'edition') return <Edition edition={text} />;
  if (kind === 'person') return <bdi>{text}</bdi>;
  const shown = { code: text, day: formatDate(text), moment: formatDateTime(text) };
  return <bdi dir="ltr">{shown[kind]}</bdi>;
}

function FactLink({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      dir="ltr"
      className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-accent lg:min-h-0"
    >
      {text}
    </a>
  );
}

function Edition({ edition }: { edition: string }) {
  const { t } = useTranslation('admin-inbox');
  return edition === 'fr' || edition === 'ar' ? t(`editions.${edition}`) : <bdi>{edition}</bdi>;
}

const budgets = ['5k', '10k', '25k', '50k', 'custom'] as const;

function Budget({ range }: { range: string }) {
  const { t } = useTranslation('admin-inbox');
  const known = budgets.find((budget) => budget === range);
  return known === undefined ? <bdi>{range}</bdi> : t(`budgets.${known}`);
}
