import { Link } from 'react-router';

/** A file and a line of the project; those of policy files open there. */
export function Place({
  schema,
  table,
  file,
  line,
}: {
  schema: string;
  table: string;
  file: string;
  line: number;
}) {
  if (file === '') return null;
  const text = `${file}:${line}`;
  if (!file.startsWith('policies/')) return <span className="muted">{text}</span>;
  const path = `/tables/${encodeURIComponent(schema)}/${encodeURIComponent(table)}/structure`;
  return <Link to={`${path}?open=policy-file&line=${line}`}>{text}</Link>;
}
