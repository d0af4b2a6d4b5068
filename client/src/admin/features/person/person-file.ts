import { csvName, csvOf } from '@/admin/kit/csv';
import type { Json } from '@/shared/api/schema.gen';

type Cell = { source: string; number: number; field: string; value: string };

/** The exported records as CSV: a line for each field of each record, since their columns differ. */
export function personCsv(exported: Json): string {
  const records = Array.isArray(exported) ? exported : [];
  const cells = records.flatMap((entry, at): Cell[] => {
    if (!isObject(entry)) return [];
    const source = typeof entry['source'] === 'string' ? entry['source'] : '';
    const record = entry['record'];
    return isObject(record)
      ? Object.entries(record).map(([field, value]) => ({
          source,
          number: at + 1,
          field,
          value: textOf(value),
        }))
      : [];
  });
  return csvOf(
    [
      { head: 'source', value: (cell: Cell) => cell.source },
      { head: 'record', value: (cell) => cell.number },
      { head: 'field', value: (cell) => cell.field },
      { head: 'value', value: (cell) => cell.value },
    ],
    cells,
    'all',
  );
}

const isObject = (value: Json | undefined): value is { [key: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Downloads the exported records. */
export function savePerson(exported: Json, as: 'json' | 'csv'): void {
  const name = csvName('person', new Date());
  if (as === 'csv') download(personCsv(exported), 'text/csv', name);
  else {
    const text = JSON.stringify(exported, null, 2);
    download(text, 'application/json', name.replace(/csv$/, 'json'));
  }
}

function download(text: string, type: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
