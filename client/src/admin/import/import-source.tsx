import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { decodeText } from './decode-text';
import { maxLines, readTable, type ImportTable } from './read-table';

/** The most bytes of a file. */
const maxBytes = 5 * 1024 * 1024;

/** A CSV file to choose, or its text to paste. One that is empty, too long or unreadable is refused in words. */
export function ImportSource({ onTable }: { onTable: (table: ImportTable) => void }) {
  const { t } = useTranslation('admin-kit');
  const [refusal, setRefusal] = useState<string>();
  const [text, setText] = useState('');
  const fileId = useId();
  const textId = useId();
  const give = (csv: string) => {
    const table = readTable(csv);
    if (table.lines.length === 0) setRefusal(t('import.empty'));
    else if (table.lines.length > maxLines) setRefusal(t('import.tooMany', { count: maxLines }));
    else onTable(table);
  };
  const giveFile = async (file: File) => {
    if (file.size > maxBytes) setRefusal(t('import.tooBig'));
    else give(decodeText(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        give(text);
      }}
    >
      <div className="grid gap-1.5">
        <label htmlFor={fileId} className="text-small font-medium">
          {t('import.file')}
        </label>
        <input
          id={fileId}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file can be chosen again after it was corrected.
            currentTarget.value = '';
            if (file !== undefined) {
              giveFile(file).catch(() => setRefusal(t('import.unreadable')));
            }
          }}
          className="min-h-11 w-full text-small file:me-3 file:min-h-11 file:rounded-block file:border file:border-edge file:bg-transparent file:px-3"
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={textId} className="text-small font-medium">
          {t('import.paste')}
        </label>
        <textarea
          id={textId}
          dir="auto"
          rows={6}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className="w-full rounded-block border border-edge bg-ground p-3 font-mono text-small text-ink"
        />
      </div>
      {refusal !== undefined && <Notice tone="bad">{refusal}</Notice>}
      <Button type="submit" className="justify-self-start">
        {t('import.check')}
      </Button>
    </form>
  );
}
