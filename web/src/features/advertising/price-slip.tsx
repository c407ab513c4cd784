import { sums, texts } from './advertising-texts.ts'

/** What an advert costs at least and, below the tear line, what the promotion of one post costs. */
export const PriceSlip = ({ onPromote }: { onPromote: () => void }) => (
  <section aria-labelledby="ad-prices" className="ad-slip">
    <div className="ad-prices">
      <div className="ad-head">
        <h2 id="ad-prices" className="text-24">
          {texts.prices.title}
        </h2>
        <p className="text-13">{texts.prices.note}</p>
      </div>
      <dl className="ad-sums">
        <Sum sum={sums.week} per={texts.prices.week} />
        <Sum sum={sums.month} per={texts.prices.month} />
        <div className="ad-custom text-16">
          <dt>{texts.prices.custom}</dt>
          <dd>{texts.prices.negotiable}</dd>
        </div>
      </dl>
    </div>
    <div className="ad-promotion">
      <div>
        <h2 className="text-16">{texts.promotion.title}</h2>
        <p className="text-14">{texts.promotion.line}</p>
      </div>
      <button type="button" aria-label={texts.promotion.button} onClick={onPromote}>
        {sums.promotion}
      </button>
    </div>
  </section>
)

const Sum = ({ sum, per }: { sum: string; per: string }) => (
  <div className="ad-price">
    <dt className="text-16">{per}</dt>
    <dd className="ad-sum tnum">{sum}</dd>
  </div>
)
