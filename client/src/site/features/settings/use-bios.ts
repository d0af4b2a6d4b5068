import { useQuery } from '@tanstack/react-query';
import { press } from '@/shared/api/built-in/press.gen';
import { publicQuery } from '@/shared/api/public-data';
import type { Json } from '@/shared/api/schema.gen';
import { asTexts, withName, type Texts } from '@/shared/settings/setting-values';

const lengths = ['short', 'medium', 'long'] as const;

/** The biography in three lengths. */
export type Bios = Record<(typeof lengths)[number], Texts>;

type Rows = { key: string; value: Json }[];

/** The biographies with the name inserted; the built-in ones as fallback. */
export function useBios(name: Texts): Bios {
  const { data = [] } = useQuery(publicQuery('press'));
  return readBios(data, name);
}

/** Parses the rows press.bio_*; a missing or malformed one falls back to the built-in row. */
function readBios(rows: Rows, name: Texts): Bios {
  const bio = (length: keyof Bios): Texts => {
    const read = (from: Rows) =>
      asTexts(from.find(({ key }) => key === `press.bio_${length}`)?.value);
    return withName(read(rows) ?? read(press.rows) ?? noText, name);
  };
  return { short: bio('short'), medium: bio('medium'), long: bio('long') };
}

const noText: Texts = { en: '', fr: '', ar: '' };
