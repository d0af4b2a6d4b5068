import type { ComponentType, SVGAttributes } from 'react';
import Antarctica from 'country-flag-icons/react/3x2/AQ';
import Argentina from 'country-flag-icons/react/3x2/AR';
import France from 'country-flag-icons/react/3x2/FR';
import Indonesia from 'country-flag-icons/react/3x2/ID';
import Nepal from 'country-flag-icons/react/3x2/NP';
import Pakistan from 'country-flag-icons/react/3x2/PK';
import Russia from 'country-flag-icons/react/3x2/RU';
import Tanzania from 'country-flag-icons/react/3x2/TZ';
import UnitedStates from 'country-flag-icons/react/3x2/US';

type Flag = ComponentType<SVGAttributes<SVGElement>>;

const flags: Record<string, Flag> = {
  AQ: Antarctica,
  AR: Argentina,
  FR: France,
  ID: Indonesia,
  NP: Nepal,
  PK: Pakistan,
  RU: Russia,
  TZ: Tanzania,
  US: UnitedStates,
};

/** The flag of a country by its code; null for an unknown code. */
export function PeakFlag({ code }: { code: string | null }) {
  const Drawing = flags[code ?? ''];
  if (Drawing === undefined) return null;
  return (
    <Drawing
      aria-hidden="true"
      focusable="false"
      className="inline-block h-[0.8em] w-[1.2em] shrink-0 outline outline-line"
    />
  );
}
