import { expect, it } from 'vitest'
import {
  fits,
  groupsOf,
  moved,
  optionIds,
  personLine,
  tagNote,
  type PaletteAction,
} from './palette-rules.ts'

const action = (label: string): PaletteAction => ({
  id: label,
  label,
  icon: 'post',
  perform: () => undefined,
})
const actions = ['Create Post', 'Upload a work', 'Messages', 'Settings'].map(action)
const tag = (name: string) => ({ tag: name, workCount: 1 })
const suggestions = { people: [], works: [], tags: ['film', 'colour', 'poster', 'jar'].map(tag) }

it('offers recent searches, three tags and three actions before anything is typed', () => {
  const searches = ['a', 'b', 'c', 'd', 'e', 'f']
  const groups = groupsOf({ words: ' ', searches, suggestions, actions })
  expect(groups.recent).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(groups.tags.map((one) => one.tag)).toEqual(['film', 'colour', 'poster'])
  expect(groups.actions.map(({ label }) => label)).toEqual([
    'Create Post',
    'Upload a work',
    'Messages',
  ])
})

it('offers what begins with the typed words, and not the same search again', () => {
  const searches = ['marbled paper', 'Mar', 'blue poster']
  const groups = groupsOf({ words: 'mar', searches, suggestions: undefined, actions })
  expect(groups.recent).toEqual(['marbled paper'])
  expect(groups.actions).toEqual([])
  expect(groupsOf({ words: 'sett', searches, suggestions, actions }).actions[0]?.label).toBe(
    'Settings',
  )
})

it('finds texts by the beginnings of their words, in any order', () => {
  expect(fits('Mark all notifications as read', 'not mar')).toBe(true)
  expect(fits('Mark all notifications as read', 'ark')).toBe(false)
})

it('moves through all groups and back to the field', () => {
  const groups = groupsOf({ words: '', searches: ['a'], suggestions, actions })
  const ids = optionIds(groups)
  expect(ids).toEqual([
    'recent-0',
    'tags-0',
    'tags-1',
    'tags-2',
    'actions-0',
    'actions-1',
    'actions-2',
  ])
  expect(moved(ids, null, 'ArrowDown')).toBe('recent-0')
  expect(moved(ids, 'recent-0', 'ArrowDown')).toBe('tags-0')
  expect(moved(ids, 'actions-2', 'ArrowDown')).toBeNull()
  expect(moved(ids, null, 'ArrowUp')).toBe('actions-2')
  expect(moved(ids, 'recent-0', 'ArrowUp')).toBeNull()
  expect(moved([], null, 'ArrowDown')).toBeNull()
})

it('says who somebody is', () => {
  const marit = { handle: 'marit', craft: 'Crafting', location: 'Bergen, Norway' }
  expect(personLine(marit)).toBe('@marit, crafting in Bergen')
  expect(personLine({ ...marit, craft: null })).toBe('@marit, in Bergen')
  expect(personLine({ handle: 'grace', craft: null, location: null })).toBe('@grace')
})

it('says how many works a tag has', () => {
  expect(tagNote(1)).toBe('1 work')
  expect(tagNote(8)).toBe('8 works')
  expect(tagNote(1_000)).toBe('1,000+ works')
})
