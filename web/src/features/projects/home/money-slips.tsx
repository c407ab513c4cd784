import { Link } from '@tanstack/react-router'
import type { Dashboard, Home } from '@plinth/contract/people/home.ts'
import { price } from '../../../lib/format/format.ts'
import { SplitBar } from '../../../ui/layout/split-bar.tsx'
import { PaperSlip, SlipLines } from '../slip.tsx'
import { texts } from './home-texts.ts'
import { wordsIn } from './zone-texts.ts'

/** Where a client's money is. */
export function ClientSlip({ money }: { money: Home['money'] }) {
  const { held, lines, next, paidThisYear } = money
  return (
    <PaperSlip title={texts.money.heading}>
      <p className="mt-4 text-14">{texts.money.heldByPlinth}</p>
      <p className="display slip-sum home-sum tnum">{price(held)}</p>
      <SplitBar
        className="mt-3"
        parts={lines.map((line) => ({ share: line.held, state: 'paid' as const }))}
      />
      <SlipLines
        lines={[
          ...lines.map((line) => ({
            what: (
              <>
                {line.title}, <span className="text-paper-ink-2">{line.creator.firstName}</span>
              </>
            ),
            value: line.held,
          })),
          ...(next === null ? [] : [{ what: nextWords(next), value: next.amount }]),
          { what: texts.money.paid, value: paidThisYear },
        ]}
      />
      <p className="slip-note mt-3">
        {texts.money.note}{' '}
        <Link to="/statement" className="hit font-semibold underline">
          {texts.money.all}
        </Link>
      </p>
    </PaperSlip>
  )
}

function nextWords({ status, creator }: NonNullable<Home['money']['next']>): string {
  const words = texts.money.next
  if (status === 'approved') return words.approved
  if (status === 'delivered') return words.delivered
  return status === 'requested' ? words.requested : words.later(creator.firstName)
}

/** Where a creator's money is. */
export function CreatorSlip({ money, now }: { money: Dashboard['money']; now: Date }) {
  const words = texts.money
  return (
    <PaperSlip title={words.heading}>
      <dl className="home-sums">
        <Sum what={words.heldForYou} value={money.held} note={words.heldNote(money.heldProjects)} />
        <Sum what={words.onItsWay} value={money.onItsWay} note={wayNote(money, now)} />
        <Sum
          what={words.paidToYou}
          value={money.paidThisYear}
          note={words.projects(money.paidProjects)}
        />
      </dl>
      {money.unsent === 0 ? null : (
        <p className="slip-note mt-3">
          {words.waiting(money.unsent)}{' '}
          <Link to="/statement" className="hit font-semibold underline">
            {words.connect}
          </Link>
        </p>
      )}
      <p className="slip-note mt-3">
        {words.commission(money.cardFees)}{' '}
        <Link to="/statement" className="hit font-semibold underline">
          {words.statements}
        </Link>
      </p>
    </PaperSlip>
  )
}

function wayNote({ onItsWay, arrivesOn }: Dashboard['money'], now: Date): string {
  if (onItsWay === 0) return texts.money.nothingOnItsWay
  return arrivesOn === null
    ? texts.money.onItsWayNote
    : texts.money.arrives(wordsIn('UTC', now, false).day(arrivesOn))
}

const Sum = ({ what, value, note }: { what: string; value: number; note: string }) => (
  <div>
    <dt>{what}</dt>
    <dd className="display tnum">{price(value)}</dd>
    <dd className="slip-note">{note}</dd>
  </div>
)
