import { LocalLink } from '@/shared/ui/local-link';
import { OnwardIcon } from '@/shared/ui/icons';

type Props = { label: string; links: { to: string; title: string; text: string }[] };

/** Links at the end of a page, each over the whole line. */
export function OnwardLinks({ label, links }: Props) {
  return (
    <nav aria-label={label} className="altitude gutter pb-24">
      <ul>
        {links.map(({ to, title, text }) => (
          <li key={to} className="border-t border-line">
            <LocalLink
              to={to}
              className="group grid items-baseline gap-x-16 gap-y-1 py-7 lg:grid-cols-[1.4fr_1fr]"
            >
              <span className="display flex items-center gap-4 text-title group-hover:text-accent">
                {title}
                <OnwardIcon />
              </span>
              <span className="text-muted">{text}</span>
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
