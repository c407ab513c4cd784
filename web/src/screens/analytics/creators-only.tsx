import { BareActions, BarePlinth } from '../../features/access/bare-plinth.tsx'
import { texts } from '../../features/analytics/analytics-texts.ts'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { TopBar } from '../../features/navigation/top-bar.tsx'
import { buttonVariants } from '../../ui/actions/button-variants.ts'

/** How to become a creator, in place of figures that only creators have. */
export const CreatorsOnly = () => (
  <BarePlinth
    bar={<TopBar isCreator={false} />}
    after={<TabBar isCreator={false} />}
    title={texts.creatorsOnly}
  >
    <p className="mt-2.5 text-16 text-ink-2 tablet:mt-3">{texts.creatorsOnlyLine}</p>
    <BareActions>
      <a className={buttonVariants({ variant: 'primary' })} href="/subscribe">
        {texts.upgrade}
      </a>
    </BareActions>
  </BarePlinth>
)
