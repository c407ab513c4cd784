import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/actions/button.tsx'
import { texts } from '../portfolio-texts.ts'

/** Invites members who are not creators to become one. */
export const CreatorPromo = () => (
  <section
    aria-labelledby="promo"
    className="flex flex-wrap items-center justify-between gap-4 rounded-panel bg-surface-1 p-7 max-tablet:p-5"
  >
    <div className="flex-[1_1_24rem]">
      <h2 id="promo" className="display text-24 text-ink">
        {texts.promo.title}
      </h2>
      <p className="text-16 text-ink-2">{texts.promo.text}</p>
    </div>
    <Button asChild variant="primary">
      <Link to="/subscribe">{texts.promo.button}</Link>
    </Button>
  </section>
)
