import {
  acceptOffer,
  acceptProject,
  completeProject,
  deliverProject,
  getProject,
  offerTerms,
  openDispute,
  payDeposit,
  proposeCancel,
  proposeDate,
  requestRevision,
  createProject,
  type Hire,
} from '@plinth/contract/projects/project-calls.ts'
import type { Checkout, Project, ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { writeReview } from '@plinth/contract/projects/reviews.ts'
import { BUDGETS, type Budget } from '@plinth/contract/messages/inquiry.ts'
import {
  readMessage,
  sendMessage,
  sendQuote,
  type Message,
} from '@plinth/contract/messages/messages.ts'
import { fixedId, type World } from '../../world.ts'
import type { WorldHire } from '../../world-more.ts'
import type { Calendar } from '../calendar.ts'
import type { Stage } from './stage.ts'

/** Something that happens in the play. */
export interface Act {
  at: Date
  play: (stage: Stage) => Promise<void>
}

/** What Plinth does by itself when something else happens. */
const CONSEQUENCES: ReadonlySet<ProjectEventKind> = new Set([
  'completed',
  'date_moved',
  'cancelled',
  'split',
  'refunded',
  'paid_out',
])

/** The steps of every hire, each at its time. */
export const hireActs = (world: World, calendar: Calendar): Act[] =>
  world.more.hires.flatMap((hire) => new HirePlay(world, hire, calendar).acts())

type HireEvent = WorldHire['events'][number]

/** The range of budgets that holds a price, in dollars. */
const budgetAround = (price: number): Budget =>
  BUDGETS.find((range) => {
    const [least = 0, most = 0] = (range.match(/\d+/g) ?? []).map(Number)
    return price >= least && price <= most
  }) ?? 'negotiable'

/** One hire. Remembers what the calls before answered. */
class HirePlay {
  readonly #world: World
  readonly #hire: WorldHire
  readonly #calendar: Calendar
  /** Empty until there is a project. */
  #id = ''
  /** The inquiry, and later the quote that answers it. */
  #messageId = ''
  #checkoutUrl = ''

  constructor(world: World, hire: WorldHire, calendar: Calendar) {
    this.#world = world
    this.#hire = hire
    this.#calendar = calendar
  }

  acts(): Act[] {
    const { events } = this.#hire
    return events
      .filter(({ kind, by }) => !CONSEQUENCES.has(kind) && by !== 'plinth')
      .map((event) => ({
        at: this.#calendar.at(event.at),
        play: (stage) => this.#play(stage, event),
      }))
  }

  async #play(stage: Stage, event: HireEvent): Promise<void> {
    const { client, creator } = this.#hire
    const as = fixedId('person', event.by === 'client' ? client : creator)
    const params = { id: this.#id }
    switch (event.kind) {
      case 'requested':
        return this.#isQuoted() ? this.#inquire(stage, as) : this.#request(stage, as)
      case 'offered':
        return this.#id === '' ? this.#quote(stage, as, event) : this.#offer(stage, as, event)
      case 'offer_accepted': {
        await this.#readQuote(stage, as)
        const { offers } = await stage.call<Project>(getProject, { as, params })
        const open = offers.find(({ state }) => state === 'open')
        await stage.call(acceptOffer, { as, params: { ...params, offerId: open?.id ?? '' } })
        return stage.settle()
      }
      case 'deposit_paid': {
        const { url } = await stage.call<Checkout>(payDeposit, { as, params })
        return stage.pay(url)
      }
      case 'accepted':
        await stage.call(acceptProject, {
          as,
          params,
          body: { deliverBy: this.#day(this.#hire.deliverBy) },
        })
        return
      case 'delivered':
        return this.#deliver(stage, as, event)
      case 'revision_requested':
        await stage.call(requestRevision, { as, params, body: { note: event.note } })
        return
      case 'approved':
        this.#checkoutUrl = (await stage.call<Checkout>(completeProject, { as, params })).url
        return
      case 'remainder_paid':
        return stage.pay(this.#checkoutUrl)
      case 'disputed':
      case 'statement': {
        const author = event.by === 'client' ? client : creator
        const said = this.#hire.dispute?.statements.find((one) => one.author === author)
        await stage.call(openDispute, { as, params, body: { text: said?.text, asks: said?.asks } })
        return
      }
      case 'reviewed': {
        const author = event.by === 'client' ? client : creator
        const review = this.#hire.reviews.find((one) => one.author === author)
        const body = { rating: review?.rating, text: review?.content }
        await stage.call(writeReview, { as, params, body })
        return
      }
      default:
        throw new Error(`Nothing plays ${event.kind}.`)
    }
  }

  /** Whether the creator named the price, so that it began with an inquiry and not at the work's starting price. */
  #isQuoted(): boolean {
    return this.#hire.offers[0]?.kind === 'terms'
  }

  async #inquire(stage: Stage, as: string): Promise<void> {
    const { work, creator, description, timeline, offers } = this.#hire
    const { id } = await stage.call<Message>(sendMessage, {
      as,
      body: {
        receiverId: fixedId('person', creator),
        content: description,
        messageType: 'business_inquiry',
        budget: budgetAround(offers[0]?.price ?? 0),
        timeline,
        portfolioId: fixedId('work', work),
      },
    })
    this.#messageId = id
  }

  async #quote(stage: Stage, as: string, event: HireEvent): Promise<void> {
    const { price, deliverBy, milestones, note } = this.#offerAt(event)
    await stage.call(readMessage, { as, params: { id: this.#messageId } })
    const { id, quote } = await stage.call<Message>(sendQuote, {
      as,
      params: { id: this.#messageId },
      body: { price, deliverBy: this.#day(deliverBy), milestones, content: note },
    })
    this.#messageId = id
    this.#id = quote?.projectId ?? ''
  }

  async #readQuote(stage: Stage, as: string): Promise<void> {
    if (this.#messageId === '') return
    if (as === fixedId('person', this.#hire.client))
      await stage.call(readMessage, { as, params: { id: this.#messageId } })
  }

  async #request(stage: Stage, as: string): Promise<void> {
    const { work, creator, description, timeline } = this.#hire
    const price = this.#world.works.find(({ id }) => id === work)?.startingPrice
    const { project } = await stage.call<Hire>(createProject, {
      as,
      body: {
        portfolioId: fixedId('work', work),
        creatorId: fixedId('person', creator),
        description,
        timeline,
        budget: price,
      },
    })
    this.#id = project.id
  }

  async #offer(stage: Stage, as: string, event: HireEvent): Promise<void> {
    await this.#readQuote(stage, as)
    const { kind, price, toClient, deliverBy, milestones, note } = this.#offerAt(event)
    const params = { id: this.#id }
    const day = this.#day(deliverBy)
    if (kind === 'cancel')
      return stage.call(proposeCancel, { as, params, body: { toClient, note } })
    if (kind === 'date')
      return stage.call(proposeDate, { as, params, body: { deliverBy: day, note } })
    await stage.call(offerTerms, {
      as,
      params,
      body: { price, deliverBy: day, milestones, note },
    })
  }

  #offerAt({ at }: HireEvent) {
    const time = this.#calendar.at(at).getTime()
    const offer = this.#hire.offers.find((one) => this.#calendar.at(one.at).getTime() === time)
    if (offer === undefined) throw new Error(`${this.#hire.key} has no such offer.`)
    const milestones = offer.milestones.map(({ title, due }) => ({ title, due: this.#day(due) }))
    return { ...offer, milestones }
  }

  async #deliver(stage: Stage, as: string, { at }: HireEvent): Promise<void> {
    const time = this.#calendar.at(at).getTime()
    const delivery = this.#hire.deliveries.find(
      (one) => this.#calendar.at(one.at).getTime() === time,
    )
    if (delivery === undefined) throw new Error(`${this.#hire.key} has no such delivery.`)
    const fileIds: string[] = []
    for (const { name, standIn } of delivery.files)
      fileIds.push(await stage.upload({ projectId: this.#id, ownerId: as, name, standIn }))
    const body = { note: delivery.note, fileIds }
    await stage.call(deliverProject, { as, params: { id: this.#id }, body })
  }

  #day(days: number | null): string {
    return this.#calendar.day(days ?? 0)
  }
}
