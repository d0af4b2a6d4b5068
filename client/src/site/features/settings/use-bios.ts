import { useQuery } from '@tanstack/react-query';
import { publicQuery } from '@/shared/api/public-data';
import type { Json } from '@/shared/api/schema.gen';
import { asTexts, withName, type Texts } from '@/shared/settings/setting-values';

const lengths = ['short', 'medium', 'long'] as const;

/** The biography in three lengths. */
export type Bios = Record<(typeof lengths)[number], Texts>;

type Rows = { key: string; value: Json }[];

/** The biographies with the name inserted; empty until they are loaded. */
export function useBios(name: Texts): Bios {
  const { data = [] } = useQuery(publicQuery('press'));
  return readBios(data, name);
}

/** Parses the rows press.bio_*; a missing or malformed one is empty. */
function readBios(rows: Rows, name: Texts): Bios {
  const bio = (length: keyof Bios): Texts => {
    const row = rows.find(({ key }) => key === `press.bio_${length}`);
    return withName(asTexts(row?.value) ?? noText, name);
  };
  return { short: bio('short'), medium: bio('medium'), long: bio('long') };
}

const noText: Texts = { en: '', fr: '', ar: '' };
