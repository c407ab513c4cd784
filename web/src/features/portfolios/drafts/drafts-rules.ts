import { MAX_SCHEDULE_DAYS } from '@plinth/contract/limits.ts'
import type { WorkAct } from '@plinth/contract/portfolios/many.ts'
import type { UnshownState } from '@plinth/contract/portfolios/states.ts'
import { parsePrice } from '../../../lib/format/price.ts'
import type { ManyChange, ManyWay } from './drafts-api.ts'
import { changeTexts, scheduleTexts } from './drafts-texts.ts'

/** What can be done with works in each state, the main one first. */
export const ACTS: Readonly<Record<UnshownState, readonly WorkAct[]>> = {
  draft: ['publish', 'schedule', 'bin'],
  scheduled: ['publish', 'schedule', 'unschedule', 'bin'],
  hidden: ['publish', 'bin'],
  binned: ['restore', 'delete'],
}

/** What undoes it; null if nothing does. What was published once is no draft again. */
export function undoOf(way: ManyWay, state: UnshownState): ManyWay | null {
  if (way.act === 'bin' || way.act === 'restore')
    return { act: way.act === 'bin' ? 'restore' : 'bin' }
  if (way.act === 'publish' && state === 'hidden') return { act: 'hide' }
  return way.act === 'schedule' && state === 'draft' ? { act: 'unschedule' } : null
}

const DAY_MS = 86_400_000

/** The time of a day and a clock in this browser's time zone, or the problems of the two fields. */
export function timeOf(
  { day, time }: { day: string; time: string },
  now: number,
): { publishAt: string } | { day?: string; time?: string } {
  if (day === '') return { day: scheduleTexts.noDay }
  if (time === '') return { time: scheduleTexts.noTime }
  const at = new Date(`${day}T${time}`).getTime()
  if (Number.isNaN(at)) return { day: scheduleTexts.noDay }
  if (at <= now) return { time: scheduleTexts.past }
  if (at > now + MAX_SCHEDULE_DAYS * DAY_MS) return { day: scheduleTexts.far(MAX_SCHEDULE_DAYS) }
  return { publishAt: new Date(at).toISOString() }
}

/** The answer that leaves every work as it is. */
export const KEPT = 'kept'

/** What the form for many works holds. */
export interface ManyForm {
  category: string
  tags: string[]
  pricing: typeof KEPT | 'set' | 'inquiry'
  startingPrice: string
  origin: string
  originParts: string
  reserved: typeof KEPT | 'yes' | 'no'
}

export const EMPTY_MANY: ManyForm = {
  category: KEPT,
  tags: [],
  pricing: KEPT,
  startingPrice: '',
  origin: KEPT,
  originParts: '',
  reserved: KEPT,
}

/** An invalid price becomes NaN, which the contract's schema refuses. */
const dollarsOf = (text: string): number => parsePrice(text) ?? Number.NaN

export function changeOf(form: ManyForm): ManyChange {
  return {
    ...(form.category === KEPT ? {} : { category: form.category }),
    ...(form.tags.length === 0 ? {} : { addTags: form.tags }),
    ...(form.pricing === KEPT
      ? {}
      : { startingPrice: form.pricing === 'inquiry' ? null : dollarsOf(form.startingPrice) }),
    ...(form.origin === KEPT ? {} : { origin: form.origin === 'unsaid' ? null : form.origin }),
    ...(form.origin === 'ai_assisted' ? { originParts: form.originParts.trim() } : {}),
    ...(form.reserved === KEPT ? {} : { isReserved: form.reserved === 'yes' }),
  } as ManyChange
}

/** What the schema does not know: that something has to be chosen, and a price or parts with it. */
export function problemsOfMany(form: ManyForm): Partial<Record<keyof ManyForm, string>> {
  if (Object.keys(changeOf(form)).length === 0) return { category: changeTexts.nothing }
  return {
    ...(form.pricing === 'set' && form.startingPrice.trim() === ''
      ? { startingPrice: changeTexts.noPrice }
      : {}),
    ...(form.origin === 'ai_assisted' && form.originParts.trim() === ''
      ? { originParts: changeTexts.noParts }
      : {}),
  }
}
