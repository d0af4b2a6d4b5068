import type { Catalogue } from '@/shared/i18n';

/** The messages of the back-office, for addCatalogues. */
export const adminCatalogues = import.meta.glob<Catalogue>('./*/admin*.json');
