import type { BoardItem } from '@plinth/contract/boards/boards.ts'
import type { BriefForm, BriefReference } from '@plinth/contract/boards/briefs.ts'
import { MAX_BRIEF_CREATORS, MAX_BRIEF_REFERENCES } from '@plinth/contract/limits.ts'
import { BUDGETS, TIMELINES } from '@plinth/contract/messages/inquiry.ts'
import { dayAhead, isDay } from '../../../lib/format/days.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { isThere, referenceOf } from '../references/reference-rules.ts'
import { composeTexts } from './brief-texts.ts'

/** A brief in its form; choices not made yet are empty. */
export interface BriefFields {
  [name: string]: string | boolean | string[]
  content: string
  budget: string
  timeline: string
  neededBy: string
  sendsNotes: boolean
  itemIds: string[]
  creatorIds: string[]
}

/** The draft that was kept, or the wanted things and their makers for a start. */
export function startOf({ draft, items, creators }: BriefForm): BriefFields {
  if (draft !== null) {
    const { content, budget, timeline, neededBy, sendsNotes, itemIds, creatorIds } = draft
    return {
      content,
      budget: budget ?? '',
      timeline: timeline ?? '',
      neededBy: neededBy ?? '',
      sendsNotes,
      itemIds: itemIds.filter((id) => items.some((one) => one.id === id && isThere(one))),
      creatorIds: [...creatorIds],
    }
  }
  return {
    content: '',
    budget: '',
    timeline: '',
    neededBy: '',
    sendsNotes: true,
    itemIds: items
      .filter((one) => isThere(one) && !one.isAgainst)
      .slice(0, MAX_BRIEF_REFERENCES)
      .map(({ id }) => id),
    creatorIds: creators
      .filter(({ isAgainst }) => !isAgainst)
      .slice(0, MAX_BRIEF_CREATORS)
      .map(({ person }) => person.id),
  }
}

export function briefProblems(fields: BriefFields): Problems {
  const { wrong } = composeTexts
  const { content, neededBy, itemIds, creatorIds } = fields
  return {
    ...(itemIds.length === 0 ? { itemIds: wrong.itemIds } : {}),
    ...(content.trim() === '' ? { content: wrong.content } : {}),
    ...(budgetOf(fields) === undefined ? { budget: wrong.budget } : {}),
    ...(isDay(neededBy) && neededBy < dayAhead(0) ? { neededBy: wrong.neededBy } : {}),
    ...(timelineOf(fields) === undefined ? { timeline: wrong.timeline } : {}),
    ...(creatorIds.length === 0 ? { creatorIds: wrong.creatorIds } : {}),
  }
}

/** An old draft may contain a choice that no longer exists. */
export const budgetOf = ({ budget }: BriefFields) => BUDGETS.find((one) => one === budget)
export const timelineOf = ({ timeline }: BriefFields) => TIMELINES.find((one) => one === timeline)

export const draftOf = (fields: BriefFields) => ({
  content: fields.content.trim(),
  budget: budgetOf(fields) ?? null,
  timeline: timelineOf(fields) ?? null,
  neededBy: isDay(fields.neededBy) ? fields.neededBy : null,
  sendsNotes: fields.sendsNotes,
  itemIds: fields.itemIds,
  creatorIds: fields.creatorIds,
})

/** Things of the board as a brief shows them; those that are gone are left out. */
export const referencesOf = (
  items: readonly BoardItem[],
  { itemIds, sendsNotes }: Pick<BriefFields, 'itemIds' | 'sendsNotes'>,
): BriefReference[] =>
  itemIds.flatMap((itemId): BriefReference[] => {
    const item = items.find(({ id }) => id === itemId)
    const reference = item && referenceOf(item, sendsNotes)
    return reference ? [reference] : []
  })
