import { useState } from 'react';
import { t } from '@/texts.ts';

/** What stands in a schema: a table or a function. */
interface Listed {
  schema: string;
  name: string;
}

const services =
  /^(auth|storage|realtime|extensions|graphql.*|vault|cron|net|pgmq.*|toubkal.*|supabase_.*|_.*)$/;

const isOwn = (one: Listed) => !services.test(one.schema);

/** The controls that filter a list by name, and by whether the schema is the project's own, which is where it begins. */
export function useSchemaFilter() {
  const [search, setSearch] = useState('');
  const [own, setOwn] = useState(true);
  return {
    matching: <T extends Listed>(all: T[]) =>
      all.filter(
        (one) =>
          (!own || isOwn(one)) &&
          `${one.schema}.${one.name}`.toLowerCase().includes(search.toLowerCase()),
      ),
    /** Whether the project has none yet. */
    isNew: (all: Listed[]) => !all.some(isOwn),
    controls: (
      <>
        <input
          type="search"
          placeholder={t.filter}
          aria-label={t.filter}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <label className="check">
          <input type="checkbox" checked={!own} onChange={() => setOwn(!own)} />
          {t.services}
        </label>
      </>
    ),
  };
}
