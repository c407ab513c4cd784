import '../../../styles/slip.css'
import { price } from '../../../lib/format/format.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { SplitBar } from '../../../ui/layout/split-bar.tsx'
import { halvesOf } from './halves.ts'
import { texts as all } from './work-texts.ts'

const texts = all.work

/** What hiring costs, on paper: the price with its two payments, or that it is on inquiry. */
export function WorkSlip({ dollars, name }: { dollars: number | null; name: string }) {
  if (!isHirable(dollars)) {
    return (
      <div className="slip">
        <p className="display text-32 text-paper-ink">{texts.onInquiry}</p>
        <p className="slip-note mt-2">{texts.onInquiryNote}</p>
      </div>
    )
  }
  const { now, later } = halvesOf(dollars)
  return (
    <div className="slip">
      <p className="slip-aside">{texts.startingPrice}</p>
      <p className="display slip-sum tnum text-paper-ink">{price(dollars)}</p>
      <p className="mt-2 text-14">{texts.depositNote}</p>
      <SplitBar
        parts={[
          { share: 1, state: 'paid' },
          { share: 1, state: 'due' },
        ]}
        className="mt-2.5"
      />
      <p className="mt-2.5 flex flex-wrap justify-between gap-x-4 text-14">
        <span>
          <strong className="tnum font-semibold">{now}</strong> {texts.nowHeld}
          <span className="max-tablet:hidden">{texts.byPlinth}</span>
        </span>
        <span>
          <strong className="tnum font-semibold">{later}</strong> {texts.later}
        </span>
      </p>
      <p className="work-slip-foot slip-note">{texts.paidOut(name)}</p>
    </div>
  )
}
