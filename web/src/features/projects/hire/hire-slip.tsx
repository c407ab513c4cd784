import '../hire.css'
import { splitDeposit } from '@plinth/contract/money/money-split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import { depositRules, depositRulesTitle } from '../../../lib/format/deposit-rules.ts'
import { price as sumOf } from '../../../lib/format/format.ts'
import { RuleList } from '../../../ui/layout/rule-list.tsx'
import { hireTexts as texts } from './hire-texts.ts'
import { PaperSlip, SlipLines } from '../paper-slip.tsx'

/** What a hire costs now and later, who gets it, and every way in which money comes back. */
export function HireSlip({ price, creator }: { price: number; creator: string }) {
  const { deposit, remainder } = splitDeposit(dollarsToCents(price) ?? 0)
  const words = texts.slip
  return (
    <PaperSlip
      title={words.title(sumOf(price))}
      heading="h3"
      parts={[
        { share: deposit, state: 'paid' },
        { share: remainder, state: 'due' },
      ]}
    >
      <SlipLines
        lines={[
          { what: words.now, value: deposit / 100, note: words.nowNote },
          {
            what: words.later,
            value: remainder / 100,
            note: words.laterNote(creator, sumOf(price)),
          },
          { what: words.plinth, value: 0, note: words.plinthNote(creator) },
        ]}
      />
      <h4 className="display mt-3 text-16 text-paper-ink">{depositRulesTitle}</h4>
      <RuleList rules={depositRules(creator, sumOf(deposit / 100))} />
    </PaperSlip>
  )
}
