import { mountainSides } from '@/shared/art/mountain-sides';
import { peakLight } from '@/shared/art/peak-light';
import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';
import { SelectField } from '@/shared/ui/field';
import type { Peak } from './explorer-state';

type Props = { peaks: Peak[]; compared: string[]; onCompare: (slugs: string[]) => void };

/** Two mountains side by side on one scale, and the differences in height and year. */
export function PeakComparison({ peaks, compared, onCompare }: Props) {
  const { t } = useTranslation('expeditions');
  const pair = compared.map((slug) => peaks.find((peak) => peak.slug === slug));
  const [first, second] = pair;
  const put = (at: 0 | 1, slug: string) => {
    const other = compared[1 - at] ?? '';
    onCompare((at === 0 ? [slug, other] : [other, slug]).filter((each) => each !== ''));
  };
  return (
    <section
      aria-labelledby="compare"
      className="grid grid-cols-[minmax(0,1fr)] gap-8 border-t border-edge pt-8"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-x-8 gap-y-5 md:grid-cols-[1fr_1fr_1fr]">
        <h3 id="compare" className="display text-title">
          {t('compare.title')}
        </h3>
        <PeakSelect
          label={t('compare.first')}
          peaks={peaks}
          value={first}
          other={second}
          onChoose={(slug) => put(0, slug)}
        />
        <PeakSelect
          label={t('compare.second')}
          peaks={peaks}
          value={second}
          other={first}
          onChoose={(slug) => put(1, slug)}
        />
      </div>
      {first !== undefined && second !== undefined ? (
        <Pair first={first} second={second} />
      ) : (
        <p role="status" className="measure border-s-4 border-accent ps-4 text-muted">
          {t('compare.hint')}
        </p>
      )}
    </section>
  );
}

type SelectProps = {
  label: string;
  peaks: Peak[];
  value: Peak | undefined;
  other: Peak | undefined;
  onChoose: (slug: string) => void;
};

function PeakSelect({ label, peaks, value, other, onChoose }: SelectProps) {
  const { t } = useTranslation('expeditions');
  const language = useLanguage();
  return (
    <SelectField
      label={label}
      value={value?.slug ?? ''}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{t('compare.choose')}</option>
      {peaks
        .filter((peak) => peak.slug !== other?.slug)
        .map((peak) => (
          <option key={peak.slug} value={peak.slug}>
            {localised(peak, 'name', language).text}
          </option>
        ))}
    </SelectField>
  );
}

function Pair({ first, second }: { first: Peak; second: Peak }) {
  const { t } = useTranslation(['expeditions', 'site']);
  const difference = Math.abs(first.height_m - second.height_m);
  const text = usePairText(first, second);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-x-8 gap-y-8 md:grid-cols-[1fr_1fr_1fr]">
      <div role="status" className="order-last grid gap-2 md:order-first">
        <p className="figure text-[clamp(3rem,7vw,5.5rem)]">
          {t('site:unit.metres', { value: formatNumber(difference, useLanguage()) })}
        </p>
        <p className="text-lead">{text.height}</p>
        <p className="text-small text-muted">{text.years}</p>
      </div>
      <div className="grid grid-cols-2 gap-4 md:col-span-2">
        <OneOfPair peak={first} />
        <OneOfPair peak={second} />
      </div>
    </div>
  );
}

function OneOfPair({ peak }: { peak: Peak }) {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const name = localised(peak, 'name', language);
  const height = t('site:unit.metres', { value: formatNumber(peak.height_m, language) });
  const side = mountainSides[peak.slug];
  return (
    <div className="flex flex-col">
      <RidgeDrawing
        key={peak.slug}
        slug={peak.slug}
        heightM={peak.height_m}
        attempt={peak.is_attempt}
        mark={
          <p
            style={{ color: peakLight(peak.slug) }}
            className="figure text-[clamp(1.25rem,3vw,2.25rem)]"
          >
            {height}
          </p>
        }
      />
      <p lang={name.lang} dir={name.dir} className="display text-title">
        {name.text}
      </p>
      <p className="text-small text-muted">
        {t(peak.is_attempt ? 'outcome.attempt' : 'outcome.summit')} · {peak.year}
        {side !== undefined && ` · ${t(`site:sides.${side}`)}`}
      </p>
      <LocalLink
        to={`/achievement/${peak.slug}`}
        className="mt-1 inline-flex min-h-11 items-center self-start text-small underline decoration-line underline-offset-6 hover:decoration-accent"
      >
        {t('compare.open', { name: name.text })}
      </LocalLink>
    </div>
  );
}

function usePairText(first: Peak, second: Peak): { height: string; years: string } {
  const { t } = useTranslation(['expeditions', 'site']);
  const language = useLanguage();
  const [high, low] = first.height_m >= second.height_m ? [first, second] : [second, first];
  const names = {
    high: localised(high, 'name', language).text,
    low: localised(low, 'name', language).text,
  };
  const difference = high.height_m - low.height_m;
  const metres = t('site:unit.metres', { value: formatNumber(difference, language) });
  const count = Math.abs(first.year - second.year);
  return {
    height: difference === 0 ? t('compare.same', names) : t('compare.higher', { ...names, metres }),
    years:
      count === 0
        ? t('compare.sameYear', { year: first.year })
        : t('compare.between', { count, amount: formatNumber(count, language) }),
  };
}
