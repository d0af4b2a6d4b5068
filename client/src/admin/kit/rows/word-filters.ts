import type { Relation } from '@/shared/api/tables';
import { wordsOf } from '@/shared/i18n/fold';
import type { ColumnOf } from '@/shared/api/rows';
import type { Filter } from './filters';
import { anywhere } from './search';

/** The filters that find every word of a text, in any order, in a column with folded text. */
export const wordFilters = <R extends Relation>(column: ColumnOf<R>, text: string): Filter<R>[] =>
  wordsOf(text).map((word) => [column, 'like', anywhere(word)] as const);
