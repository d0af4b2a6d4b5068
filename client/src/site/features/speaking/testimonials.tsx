import { useQuery } from '@tanstack/react-query';
import { type PublicRows, publicQuery } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalisedPhoto } from '@/shared/ui/localised-photo';
import { localised } from '@/shared/i18n/localised';

/** Testimonials of organizers; nothing if there are none. */
export function Testimonials() {
  const { t } = useTranslation('speaking');
  const testimonials = useTestimonials();
  if (testimonials.length === 0) return null;
  return (
    <section
      aria-labelledby="testimonials-title"
      className="altitude contour-top gutter py-20 md:py-28"
    >
      <h2 id="testimonials-title" className="display text-heading">
        {t('testimonials.title')}
      </h2>
      <ul className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
        {testimonials.map((testimonial) => (
          <li key={testimonial.author_name + testimonial.quote_en} className="contour-top pt-6">
            <Quote testimonial={testimonial} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Quote({ testimonial }: { testimonial: PublicRows['testimonials'][number] }) {
  const language = useLanguage();
  const quote = localised(testimonial, 'quote', language);
  const role = localised(testimonial, 'author_role', language);
  return (
    <figure>
      <blockquote lang={quote.lang} dir={quote.dir} className="measure text-lead">
        <p>{quote.text}</p>
      </blockquote>
      <figcaption className="mt-5 flex flex-wrap items-baseline gap-x-4 text-small text-muted">
        {testimonial.picture !== null && (
          <LocalisedPhoto
            picture={testimonial.picture}
            uncredited
            sizes="5rem"
            className="size-20 self-center rounded-full"
          />
        )}
        <bdi className="figure text-title text-accent">{testimonial.author_name}</bdi>
        {role.text !== '' && (
          <span lang={role.lang} dir={role.dir}>
            {role.text}
          </span>
        )}
        {testimonial.organization !== null && <bdi>{testimonial.organization}</bdi>}
      </figcaption>
    </figure>
  );
}

const useTestimonials = (): PublicRows['testimonials'] =>
  useQuery(publicQuery('testimonials')).data ?? [];
