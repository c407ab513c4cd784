import { expect, it } from 'vitest'
import { menuTexts, type PostPromotion } from './post-page-texts.ts'
import { ownerTexts } from './post-owner-texts.ts'

const endsAt = '2020-11-28T12:00:00.000Z'

it.each<[promotion: PostPromotion, button: string, deleted: string]>([
  [null, 'Promote, $35', ''],
  [
    { state: 'waiting', endsAt: null },
    'Promotion is waiting for approval',
    'We’ll refund the $35 you paid to promote it.',
  ],
  [
    { state: 'running', endsAt },
    'Promoted until 28 Nov 2020',
    'Its promotion ends without a refund.',
  ],
  [{ state: 'ended', endsAt }, 'Promote, $35', ''],
  [{ state: 'refused', endsAt: null }, 'Promotion refused', ''],
])('says how a promotion stands: %o', (promotion, button, deleted) => {
  expect(menuTexts.promote(promotion)).toBe(button)
  const always = ownerTexts.deleteText(undefined)
  const text = ownerTexts.deleteText(promotion?.state)
  if (deleted === '') expect(text).toBe(always)
  else expect(text).toContain(` ${deleted} `)
})
