import { useId, useState } from 'react';
import { Upload } from 'lucide-react';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { decodeText } from './decode-text';
import { maxLines, readTable, type ImportTable } from './read-table';

/** The most bytes of a file. */
const maxBytes = 5 * 1024 * 1024;

type Props = { onTable: (table: ImportTable, file?: string) => void };

/** A CSV file to choose or to drop, or its text to paste. One that is empty, too long or unreadable is refused in words. */
export function ImportSource({ onTable }: Props) {
  const { t } = useTranslation('admin-import');
  const [refusal, setRefusal] = useState<string>();
  const [text, setText] = useState('');
  const language = useLanguage();
  const textId = useId();
  const give = (csv: string, file?: string) => {
    // A spreadsheet that is not saved as text has null characters.
    if (csv.includes('\0')) {
      setRefusal(t('import.notText'));
      return;
    }
    const table = readTable(csv);
    if (table.lines.length === 0) setRefusal(t('import.empty'));
    else if (table.lines.length > maxLines)
      setRefusal(
        t('import.tooMany', { count: maxLines, amount: formatNumber(maxLines, language) }),
      );
    else onTable(table, file);
  };
  const giveFile = async (file: File) => {
    if (file.size > maxBytes) setRefusal(t('import.tooBig'));
    else give(decodeText(new Uint8Array(await file.arrayBuffer())), file.name);
  };
  const choose = (file: File | undefined) => {
    if (file !== undefined) giveFile(file).catch(() => setRefusal(t('import.unreadable')));
  };
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        give(text);
      }}
    >
      <label
        className="flex cursor-pointer flex-wrap items-center gap-3 rounded-block border border-dashed border-edge p-4 text-small focus-within:outline-2 focus-within:outline-accent hover:border-accent"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer.files[0]);
        }}
      >
        <input
          aria-label={t('import.file')}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file can be chosen again after it was corrected.
            currentTarget.value = '';
            choose(file);
          }}
          className="sr-only"
        />
        <span className="flex min-h-11 items-center gap-2 rounded-block border border-edge px-4 font-medium">
          <Upload aria-hidden="true" className="size-4" />
          {t('import.choose')}
        </span>
        <span className="text-muted max-sm:hidden">{t('import.drop')}</span>
      </label>
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
