import { loginUrl } from '@plinth/contract/http/urls.ts'
import { clsx } from 'clsx'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { CheckIcon } from './landing-icons.tsx'
import { plans, texts, type Plan } from './landing-texts.ts'

/** Four plans on a shared floor, the popular one taller and lit. */
export const Pricing = () => (
  <section className="page pt-18 tablet:pt-24" aria-labelledby="pricing">
    <h2 id="pricing" className="text-44 display">
      {texts.pricingTitle}
    </h2>
    <ul className="mt-10 grid items-end gap-x-(--gutter) gap-y-3 tablet:max-desktop:grid-cols-2 tablet:max-desktop:gap-y-6 desktop:grid-cols-[1fr_1fr_1.25fr_1fr]">
      {plans.map((plan) => (
        <PlanCard key={plan.name} plan={plan} />
      ))}
    </ul>
  </section>
)

function PlanCard({ plan }: { plan: Plan }) {
  const popular = plan.popular === true
  return (
    <li
      className={clsx(
        'border-t-2',
        popular
          ? 'border-lamp bg-surface-2 px-7 pt-8 pb-10 plan-lit max-tablet:-order-1 tablet:max-desktop:-order-1 tablet:max-desktop:col-span-2'
          : 'border-line bg-surface-1 p-6',
      )}
    >
      {popular && (
        <p className="mb-4.5 flex h-5.5 w-fit items-center rounded-badge bg-lamp px-2 text-12 font-semibold text-on-lamp">
          Popular
        </p>
      )}
      <h3 className="text-24 display">{plan.name}</h3>
      <p className="mt-3 flex items-baseline gap-2">
        <span
          className={clsx(
            'tnum font-[620] tracking-[-0.038em] text-ink display',
            popular ? 'text-[3.5rem] leading-17' : 'text-[2.5rem] leading-13',
          )}
        >
          {plan.sum}
        </span>
        <span className="text-14 text-ink-3">{plan.per}</span>
      </p>
      <ul className="mt-4.25 mb-5.75 grid gap-2.5">
        {plan.points.map((point) => (
          <li key={point} className="flex items-center gap-2.5 text-[0.9375rem] leading-5">
            <CheckIcon />
            {point}
          </li>
        ))}
      </ul>
      {plan.button === undefined ? (
        <p className="flex h-11 items-center text-14 text-ink-3">{plan.note}</p>
      ) : (
        <a
          className={buttonVariants({
            variant: popular ? 'primary' : 'secondary',
            className: 'w-full',
          })}
          href={loginUrl(plan.sum === '$0' ? '/' : '/subscribe', { createAccount: true })}
        >
          {plan.button}
        </a>
      )}
    </li>
  )
}
