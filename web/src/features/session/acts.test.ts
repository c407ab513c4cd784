import { expect, it } from 'vitest'
import { askDialog, messageDialog } from '../../lib/routing/dialog-search.ts'
import { dialogAct } from './acts.ts'

it('opens the dialog of the member’s link on the page that the visitor comes back to', () => {
  const work = { id: 'w', creatorId: 'p', startingPrice: 280 }
  expect(dialogAct(askDialog(work), '/portfolio/w', 'Marit')).toEqual({
    kind: 'open',
    path: '/portfolio/w?hire=w',
    name: 'Marit',
    for: 'hire',
  })
  expect(dialogAct(askDialog({ ...work, startingPrice: null }), '/portfolio/w', 'Marit')).toEqual({
    kind: 'open',
    path: '/portfolio/w?inquire=p&about=w',
    name: 'Marit',
    for: 'inquire',
  })
  expect(dialogAct(messageDialog('p'), '/creator/p', 'Marit')).toMatchObject({
    path: '/creator/p?message=p',
    for: 'message',
  })
})
