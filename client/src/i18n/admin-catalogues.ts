import type { Catalogue } from './index';

/** The messages of the back-office, for addCatalogues. */
export const adminCatalogues = import.meta.glob<Catalogue>('./*/admin*.json');
