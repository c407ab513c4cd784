import { expect, it } from 'vitest'
import { actionOf, changesOf, daysOf, kindOf } from './audit-texts.ts'

const ANNA = '019aa8a1-0000-7000-8000-00000000000a'
const OPEN = '019aa8a1-0000-7000-8000-00000000000c'
const GONE = '019aa8a1-0000-7000-8000-00000000000b'

it('lists each changed field with its old and new value', () => {
  expect(
    changesOf({
      before: { status: 'disputed', isAdmin: false, title: 'Jar', place: 'same' },
      after: {
        status: 'resolved',
        place: 'same',
        isAdmin: true,
        toClientCents: 8_000,
        reports: ['019aa8a1-0000-7000-8000-000000000001', '019aa8a1-0000-7000-8000-000000000002'],
        tags: ['clay', 'ash'],
        outcome: 'no_action',
        note: null,
        weeks: ['2026-11-30', '2026-12-07'],
        none: [],
        creatorId: ANNA,
        invitation: GONE,
        other: OPEN,
      },
      names: { [ANNA]: 'Anna Holm', [OPEN]: '' },
    }),
  ).toEqual([
    { what: 'status', from: 'disputed', to: 'resolved' },
    { what: 'admin', from: 'no', to: 'yes' },
    { what: 'title', from: 'Jar', to: null },
    { what: 'to client', from: null, to: '$80' },
    { what: 'reports', from: null, to: '2' },
    { what: 'tags', from: null, to: 'clay, ash' },
    { what: 'outcome', from: null, to: 'no action' },
    { what: 'note', from: null, to: 'none' },
    { what: 'weeks', from: null, to: '30 Nov 2026, 7 Dec 2026' },
    { what: 'none', from: null, to: 'none' },
    { what: 'creator', from: null, to: 'Anna Holm' },
    { what: 'invitation', from: null, to: '019aa8a1' },
    { what: 'other', from: null, to: 'Anyone with the link' },
  ])
  expect(changesOf({ before: null, after: null, names: {} })).toEqual([])
})

it('names a moderation by the one field it changed', () => {
  const after = { isFeatured: true }
  expect(actionOf({ action: 'portfolio.moderate', after })).toBe('Featured a work')
  expect(actionOf({ action: 'post.moderate', after: { isApproved: false } })).toBe(
    'Took back the approval of a post',
  )
  expect(actionOf({ action: 'post.moderate', after: { ...after, title: 'Jar' } })).toBe(
    'Moderated a post',
  )
  expect(actionOf({ action: 'post.moderate', after: {} })).toBe('Moderated a post')
  expect(actionOf({ action: 'user.delete', after: null })).toBe('Deleted an account')
})

it('shows an unknown kind by its own name', () => {
  expect([kindOf('audit_log'), kindOf('ad_inquiry')]).toEqual(['Audit log', 'Ad inquiry'])
})

it.each([
  [{}, 'All days'],
  [{ from: '2026-11-01' }, 'From 1 Nov 2026'],
  [{ to: '2026-11-20' }, 'Until 20 Nov 2026'],
  [{ from: '2026-11-01', to: '2026-11-20' }, '1 to 20 Nov 2026'],
  [{ from: '2026-10-30', to: '2026-11-02' }, '30 Oct to 2 Nov 2026'],
  [{ from: '2025-12-30', to: '2026-01-02' }, '30 Dec 2025 to 2 Jan 2026'],
  [{ from: '2026-11-20', to: '2026-11-20' }, '20 Nov 2026'],
  [{ from: '2026-11-20', to: '2026-11-01' }, '20 Nov 2026 to 1 Nov 2026'],
])('says the days of %o', (asked, words) => {
  expect(daysOf(asked)).toBe(words)
})
