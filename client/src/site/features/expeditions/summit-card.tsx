import type { CSSProperties } from 'react';
import { mountainSides } from '@/shared/art/mountain-sides';
import { peakLight } from '@/shared/art/peak-light';
import { RidgeDrawing } from '@/shared/art/ridge-drawing';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { countryName } from '@/shared/i18n/country';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';
import type { Expedition } from './use-expeditions';

/** A mountain: drawing, name, country, year and badge. */
export function SummitCard({ expedition }: { expedition: Expedition }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = localised(expedition, 'name', language);
  const height = t('unit.metres', { value: formatNumber(expedition.height_m, language) });
  const side = mountainSides[expedition.slug];
  const badge = localised(expedition, 'badge', language);
  const light: CSSProperties & { '--peak': string } = { '--peak': peakLight(expedition.slug) };
  return (
    <li style={light} className="group relative flex flex-col">
      <div style={{ viewTransitionName: `peak-${expedition.slug}` }}>
        <RidgeDrawing
          slug={expedition.slug}
          heightM={expedition.height_m}
          attempt={expedition.is_attempt}
          className="text-ink transition-colors duration-500 group-hover:text-(--peak)"
          mark={<p className="figure text-[clamp(1.375rem,2.4vw,2rem)] text-(--peak)">{height}</p>}
        />
      </div>
      <div className="flex grow flex-col gap-1 pt-3 pb-7">
        <h3 lang={name.lang} dir={name.dir} className="display text-title">
          <LocalLink
            to={`/achievement/${expedition.slug}`}
            className="decoration-2 underline-offset-6 group-hover:underline after:absolute after:inset-0"
          >
            {name.text}
          </LocalLink>
        </h3>
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <span>{countryName(expedition.flag, expedition.country, language)}</span>{' '}
          <span>{expedition.year}</span> {side !== undefined && <span>{t(`sides.${side}`)}</span>}
        </p>
        <Outcome expedition={expedition} badge={badge.text} />
      </div>
    </li>
  );
}

function Outcome({ expedition, badge }: { expedition: Expedition; badge: string }) {
  const { t } = useTranslation();
  if (!expedition.is_attempt && badge === '') return null;
  const attempt = t('beyond.attempt');
  const saysAttempt = expedition.is_attempt && badge.startsWith(attempt);
  return (
    <p className="mt-2 grid justify-items-start gap-1 text-label">
      {expedition.is_attempt && (
        <span className="border-s-2 border-dashed border-edge ps-2.5">
          {saysAttempt ? badge : attempt}
        </span>
      )}
      {badge !== '' && !saysAttempt && (
        <span className="border-s-2 border-accent ps-2.5 wrap-anywhere text-accent">{badge}</span>
      )}
    </p>
  );
}
