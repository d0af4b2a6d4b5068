import type { Relation } from '@/kit/types.ts';
import { t } from '@/texts.ts';

/** Chooses columns of a table, in the order in which they are checked. */
export function ColumnChecks({
  about,
  chosen,
  onChange,
}: {
  about: Relation;
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  return (
    <fieldset className="checks">
      <legend>{t.columns}</legend>
      {about.columns.map((c) => (
        <label key={c.name} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(c.name)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, c.name] : chosen.filter((n) => n !== c.name),
              )
            }
          />
          {c.name}
        </label>
      ))}
    </fieldset>
  );
}
