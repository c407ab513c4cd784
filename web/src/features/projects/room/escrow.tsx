import { Link } from '@tanstack/react-router'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { escrowLines, escrowRule } from './escrow-rules.ts'
import { PaperSlip, SlipLines } from '../slip.tsx'
import { texts as room } from './room-texts.ts'

const texts = room.escrow

/** Where every cent of the project is, why, and when it moves. */
export function EscrowSlip({ project }: { project: Project }) {
  const { money, number } = project
  if (money.price === null) {
    return (
      <PaperSlip title={texts.title} aside={texts.number(number)}>
        <p className="slip-note mt-3">{texts.noPrice}</p>
      </PaperSlip>
    )
  }
  return (
    <PaperSlip
      title={texts.title}
      aside={texts.number(number)}
      sum={money.price}
      parts={partsOf(project)}
    >
      <SlipLines lines={escrowLines(project)} />
      <p className="slip-note slip-rule">{escrowRule(project)}</p>
      {isPayoutHeld(project) ? (
        <p className="mt-3">
          <Link to="/statement" className="slip-link">
            {texts.payouts}
          </Link>
        </p>
      ) : null}
    </PaperSlip>
  )
}

/** The two halves, each filled once it is paid. */
function partsOf({ money }: Project) {
  const isPaid = (purpose: 'deposit' | 'remainder') =>
    money.payments.some((payment) => payment.purpose === purpose && payment.state === 'paid')
  return [
    { share: money.deposit ?? 0, state: isPaid('deposit') ? 'paid' : 'due' },
    { share: money.remainder ?? 0, state: isPaid('remainder') ? 'paid' : 'due' },
  ] as const
}

const isPayoutHeld = ({ role, money }: Project) =>
  role === 'creator' && money.payments.some(({ transfer }) => transfer?.state === 'held')
