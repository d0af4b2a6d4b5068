import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { useSchemaFilter } from '@/kit/schema-filter.tsx';
import { tables } from '@/kit/tables.ts';
import { useSession } from '@/kit/session.ts';
import type { ListedTable } from '@/kit/types.ts';
import { count, Empty, Loaded, size } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

/** Tables and views by schema, those of the project first. */
export function TablesScreen() {
  const all = useQuery(tables);
  const { writes } = useSession();
  const filter = useSchemaFilter();
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.tables}</h1>
        {filter.controls}
        <span className="space" />
        <Link className="button primary" to="/tables/new">
          {writes ? t.newTable : t.newTableSQL}
        </Link>
      </header>
      <Loaded query={all}>
        {(there) => <List found={filter.matching(there)} isNew={filter.isNew(there)} />}
      </Loaded>
    </section>
  );
}

function List({ found, isNew }: { found: ListedTable[]; isNew: boolean }) {
  if (found.length === 0) return <Empty>{isNew ? t.firstTable : t.nothingFound}</Empty>;
  return (
    <div className="scroll">
      <table className="list">
        <thead>
          <tr>
            <th>{t.name}</th>
            <th>{t.kind}</th>
            <th className="number">{t.rowsEstimated}</th>
            <th className="number">{t.size}</th>
            <th>{t.rowSecurity}</th>
            <th className="wide-only">{t.comment}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((table) => (
            <Row key={`${table.schema}.${table.name}`} table={table} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ table }: { table: ListedTable }) {
  const isTable = table.kind === 'table';
  return (
    <tr>
      <td>
        <Link to={`/tables/${encodeURIComponent(table.schema)}/${encodeURIComponent(table.name)}`}>
          <span className="muted">{table.schema}.</span>
          {table.name}
        </Link>
      </td>
      <td className="muted">{table.kind}</td>
      <td className="number">{table.rows < 0 ? '' : count(table.rows)}</td>
      <td className="number">{table.bytes > 0 ? size(table.bytes) : ''}</td>
      <td>
        {!isTable ? (
          ''
        ) : !table.rowSecurity ? (
          <span className="warn">{t.off}</span>
        ) : table.policies === 0 ? (
          <span className="muted">{t.noPolicies}</span>
        ) : (
          t.policyCount(table.policies)
        )}
      </td>
      <td className="muted text wide-only">{table.comment}</td>
    </tr>
  );
}
