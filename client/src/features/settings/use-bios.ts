import { useQuery } from '@tanstack/react-query';
import { press } from '../../api/built-in/press.gen';
import { publicQuery } from '../../api/public-data';
import type { Json } from '../../api/schema.gen';
import { asTexts, withName, type Texts } from './setting-values';

const lengths = ['short', 'medium', 'long'] as const;

/** Her biography in three lengths, ready to be printed. */
export type Bios = Record<(typeof lengths)[number], Texts>;

type Rows = { key: string; value: Json }[];

/** The biographies with the name filled in; the built-in ones until they arrive and if they never do. */
export function useBios(name: Texts): Bios {
  const { data = [] } = useQuery(publicQuery('press'));
  return readBios(data, name);
}

/** Reads the rows press.bio_*; one that is missing or of another shape is the built-in one. */
function readBios(rows: Rows, name: Texts): Bios {
  const bio = (length: keyof Bios): Texts => {
    const read = (from: Rows) =>
      asTexts(from.find(({ key }) => key === `press.bio_${length}`)?.value);
    return withName(read(rows) ?? read(press.rows) ?? noText, name);
  };
  return { short: bio('short'), medium: bio('medium'), long: bio('long') };
}

const noText: Texts = { en: '', fr: '', ar: '' };
