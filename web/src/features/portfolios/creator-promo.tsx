import { texts } from './portfolio-texts.ts'

/** One quiet line for those who could hang work here and do not yet. */
export const CreatorPromo = () => (
  <section aria-labelledby="promo" className="rounded-panel bg-surface-1 p-7 max-tablet:p-5">
    <h2 id="promo" className="display text-24 text-ink">
      {texts.promo.title}
    </h2>
    <p className="text-16 text-ink-2">{texts.promo.text}</p>
  </section>
)
