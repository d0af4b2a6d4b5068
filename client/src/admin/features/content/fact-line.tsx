import { useLanguage, useTranslation } from '@/shared/i18n';
import { countryName } from '@/shared/i18n/country';
import { formatDate, formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { Pill } from '@/shared/ui/pill';
import type { Fact } from './content';

/** The facts of a row, on one line. */
export function FactLine({ facts }: { facts: readonly Fact[] }) {
  const shown = facts.filter((fact) => fact.kind !== 'text' || fact.text !== '');
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5 text-small text-muted tabular-nums">
      {shown.map((fact, at) => (
        // The facts of a row keep their order, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <FactText key={at} fact={fact} />
      ))}
    </p>
  );
}

function FactText({ fact }: { fact: Fact }) {
  const { t } = useTranslation('admin-content');
  const language = useLanguage();
  if (fact.kind === 'quote') return <Quote quote={fact} />;
  if (fact.kind === 'text') return <bdi className="wrap-anywhere">{fact.text}</bdi>;
  if (fact.kind === 'date') return <bdi dir="ltr">{formatDate(fact.iso)}</bdi>;
  if (fact.kind === 'mark') return <Pill tone="other">{t(fact.mark)}</Pill>;
  if (fact.kind === 'option') return <span>{t(`options.${fact.option}`)}</span>;
  if (fact.kind === 'country') return <span>{countryName(fact.code, fact.name, language)}</span>;
  if (fact.kind === 'year') return <span>{fact.value}</span>;
  return <span>{t('metres', { value: formatNumber(fact.value, language) })}</span>;
}

function Quote({ quote }: { quote: Fact & { kind: 'quote' } }) {
  const { text, lang, dir } = localised(quote, 'text', useLanguage());
  return (
    <span lang={lang} dir={dir} className="one-line line-clamp-1 basis-full">
      {text}
    </span>
  );
}
