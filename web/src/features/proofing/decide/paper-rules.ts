import { INCLUDED_REVISIONS } from '@plinth/contract/limits.ts'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'
import { isOpen } from '../marks/mark-rules.ts'
import { decideTexts } from './decide-texts.ts'

const texts = decideTexts.paper

export type PaperAct = 'complete' | 'requestRevision' | 'proposeChange' | 'acceptOffer'

/** What is on the paper of a room. */
export interface Paper {
  title: string
  aside: string
  /** What each way costs. `short` is said on phones. */
  lines: readonly { what: string; short: string; value: string }[]
  note: string
  /** The one that matters most last. */
  acts: readonly { act: PaperAct; words: string }[]
  /** An open offer of a change. */
  offer: Offer | null
}

type Rounds = Pick<Project, 'revisionsLeft' | 'revisionsAdded'>
const roundsOf = ({ revisionsLeft, revisionsAdded }: Rounds) => {
  const all = INCLUDED_REVISIONS + revisionsAdded
  return { used: all - revisionsLeft, all }
}

/** What the two can decide now, and what it costs; null while there is nothing to decide on. */
export function paperOf(project: Project, marks: readonly ProofMark[]): Paper | null {
  const { status, role, deliveries } = project
  if (role === null || deliveries.length === 0) return null
  switch (status) {
    case 'delivered':
      return decidingPaper(project, marks.filter(isOpen).length)
    case 'revision_requested':
      return changingPaper(project, marks)
    case 'approved':
    case 'completed':
      return approvedPaper(project)
    default:
      return null
  }
}

const openOffer = ({ offers }: Project): Offer | null =>
  offers.find(({ kind, state }) => kind === 'change' && state === 'open') ?? null

function offerAct(offer: Offer | null, role: Project['role']): Paper['acts'] {
  return offer === null || offer.by === role
    ? []
    : [{ act: 'acceptOffer', words: texts.readOffer(price(offer.price ?? 0)) }]
}

function decidingPaper(project: Project, open: number): Paper {
  const { role, money, revisionsLeft, deliveries, actions } = project
  const { used, all } = roundsOf(project)
  const balance = price(money.remainder ?? 0)
  const offer = openOffer(project)
  const isClient = role === 'client'
  const canAsk = revisionsLeft > 0
  const acts: { act: PaperAct; words: string }[] = [...offerAct(offer, role)]
  if (isClient && actions.includes('requestRevision'))
    acts.push({ act: 'requestRevision', words: texts.change })
  else if (acts.length === 0 && offer === null && actions.includes('proposeChange'))
    acts.push({ act: 'proposeChange', words: texts.suggest })
  if (actions.includes('complete'))
    acts.push({ act: 'complete', words: texts.approveAndPay(balance) })
  return {
    title: texts.heading(deliveries[0]?.number ?? 1),
    aside: texts.used(used, all),
    lines: [
      { what: texts.approve, short: texts.approveShort, value: texts.balance(balance) },
      {
        what: texts.change,
        short: texts.changeShort,
        value: canAsk ? texts.round(used + 1, all) : texts.priced,
      },
      ...offerLine(offer),
    ],
    note: [
      isClient ? '' : texts.asked(project.client.firstName),
      waitsOf(project, offer),
      isClient && canAsk && open > 0 ? texts.list(open) : '',
      revisionsLeft === 1 ? texts.after(all) : canAsk ? '' : texts.last,
    ]
      .filter(Boolean)
      .join(' '),
    acts,
    offer,
  }
}

const offerLine = (offer: Offer | null): Paper['lines'] =>
  offer === null ? [] : [{ what: texts.offer, short: texts.offer, value: price(offer.price ?? 0) }]

const waitsOf = ({ role, client, creator }: Project, offer: Offer | null): string =>
  offer === null || offer.by !== role
    ? ''
    : texts.waits(price(offer.price ?? 0), (role === 'client' ? creator : client).firstName)

/** While the creator changes something: how far the list is. */
function changingPaper(project: Project, marks: readonly ProofMark[]): Paper {
  const { role, client } = project
  const { used, all } = roundsOf(project)
  const asked = marks.filter(({ round }) => round === used)
  const done = asked.filter(({ state }) => state !== 'open').length
  const offer = openOffer(project)
  const acts = offerAct(offer, role)
  return {
    title: texts.inRound(used, all),
    aside: asked.length === 0 ? '' : texts.doneOf(done, asked.length),
    lines: offerLine(offer),
    note: [
      asked.length === 0
        ? texts.noList
        : role === 'client'
          ? `${texts.askedFor(asked.length)}.`
          : `${texts.wasAskedFor(client.firstName, asked.length)}.`,
      waitsOf(project, offer),
    ]
      .filter(Boolean)
      .join(' '),
    acts:
      offer === null && project.actions.includes('proposeChange')
        ? [{ act: 'proposeChange', words: texts.suggest }]
        : acts,
    offer,
  }
}

function approvedPaper(project: Project): Paper {
  const { deliveries, status, money, actions } = project
  const balance = price(money.remainder ?? 0)
  return {
    title: texts.approved(project.approval?.delivery ?? deliveries[0]?.number ?? 1),
    aside: '',
    lines: status === 'approved' ? [{ what: texts.due, short: texts.due, value: balance }] : [],
    note: '',
    acts: actions.includes('complete') ? [{ act: 'complete', words: texts.pay(balance) }] : [],
    offer: null,
  }
}
