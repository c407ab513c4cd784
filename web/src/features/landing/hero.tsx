import type { Landing } from '@plinth/contract/portfolios/landing.ts'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { texts } from './landing-texts.ts'
import { Skyline } from './skyline.tsx'

/** The headline and two buttons, in the space above the low plinths. */
export function Hero({ works }: { works: Landing['skyline'] }) {
  return (
    <section className="hero page relative" aria-labelledby="headline">
      <h1
        id="headline"
        className="text-96 font-[620] text-ink display tablet:pt-14 max-tablet:pt-6"
      >
        {texts.headline[0]}
        <br />
        {texts.headline[1]}
      </h1>
      <p className="mt-5 text-18 tablet:mt-7 tablet:max-w-137 desktop:max-w-[41%]">{texts.lead}</p>
      <p className="mt-5 flex flex-col gap-3 tablet:mt-7 tablet:flex-row">
        <a className={buttonVariants({ variant: 'primary', size: 52 })} href={loginUrl('/')}>
          {texts.browse}
        </a>
        <a
          className={buttonVariants({ size: 52 })}
          href={loginUrl('/subscribe', { createAccount: true })}
        >
          {texts.join}
        </a>
      </p>
      <Skyline works={works} />
    </section>
  )
}
