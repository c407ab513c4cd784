import type { Board, BoardItem } from '@plinth/contract/boards/boards.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'

const TITLE = 'A room for forty'

/** Other journeys add and delete works meanwhile, but none of these. The first is by Marit, who can sign in. */
const WORKS = ['Three for a Windowsill', 'Carp for a Kitchen', 'Night Draft']

/** Makes a board with these works. Returns their titles and makers. */
async function makeBoard(page: Page) {
  const found = WORKS.map((title) =>
    call<PortfolioItem[]>(page, 'GET', `/api/portfolios?search=${encodeURIComponent(title)}`),
  )
  const chosen = (await Promise.all(found)).flatMap((works, at) =>
    works.filter(({ title }) => title === WORKS[at]),
  )
  expect(chosen).toHaveLength(WORKS.length)
  const board = await call<Board>(page, 'POST', '/api/boards', { data: { title: TITLE } })
  for (const { id } of chosen)
    await call(page, 'POST', `/api/boards/${board.id}/items`, { data: { workId: id } })
  const items = await call<BoardItem[]>(page, 'GET', `/api/boards/${board.id}/items`)
  await call(page, 'PATCH', `/api/boards/${board.id}/items/${items[1]?.id}`, {
    data: { note: 'Glaze like this one.' },
  })
  const names = chosen.map(({ creator }) => `${creator.firstName} ${creator.lastName}`)
  return { id: board.id, titles: chosen.map(({ title }) => title), names }
}

test('a brief goes to several creators by keyboard, and what failed goes with a second try', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const creator = await openBrowser()
  await signInAs(creator, 'Marit')
  const elin = await signUp(page, 'Elin')
  const board = await makeBoard(page)
  const [windowsill = '', wanted = ''] = board.titles
  const [marit = '', second = '', third = ''] = board.names

  await page.goto(`${plinthUrl()}/boards/${board.id}`)
  await page.getByRole('link', { name: 'Ask for something like this' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask for something like this')
  const things = page.getByRole('group', { name: 'What should they look at?' })
  const people = page.getByRole('group', { name: 'Who should get it?' })
  await expect(things.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await expect(people.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await expect(people).toContainText(`Made ${windowsill} on your board.`)
  await expect(things.getByText('1 note', { exact: true })).toBeVisible()

  // Nothing goes before it says what it is about, and the first problem has the focus.
  const send = page.getByRole('button', { name: 'Send 3 inquiries' })
  await send.focus()
  await page.keyboard.press('Enter')
  const need = page.getByRole('textbox', { name: 'What do you need?' })
  await expect(need).toBeFocused()
  await expect(page.getByText('Please select a budget range')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a brief with problems')
  await need.focus()
  await page.keyboard.type('Plates and bowls for forty seats.')
  await page.getByRole('button', { name: 'Keep it as a draft' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${plinthUrl()}/boards/${board.id}`)
  await page.getByRole('link', { name: 'Ask for something like this' }).click()
  await expect(need).toHaveValue('Plates and bowls for forty seats.')

  await things.getByRole('checkbox', { name: windowsill }).focus()
  await page.keyboard.press('Space')
  await expect(things).toContainText('2 of 6 at most')
  await page.getByRole('combobox', { name: 'Budget for each creator' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: '$1000-$2500' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'ASAP' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: /^What .* will see$/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Business Inquiry' })).toContainText(
    '2 other creators',
  )

  // One of the three closes the way to them while it is written.
  await call(creator, 'PUT', `/api/users/${elin.id}/block`)
  await send.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Answers')
  const answers = page.getByRole('list', { name: 'Answers of the creators' }).getByRole('listitem')
  await expect(answers).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: '2 sent.' })).toHaveText(
    `2 sent. ${marit.split(' ')[0]}’s did not go.`,
  )
  const ofMarit = answers.filter({ hasText: marit })
  await expect(ofMarit).toContainText('You can’t write to this person.')
  await expectAccessibleAtBothWidths(page, 'answers of which one is missing')
  await call(creator, 'DELETE', `/api/users/${elin.id}/block`)
  await page.getByRole('button', { name: 'Try again' }).dblclick()
  await expect(ofMarit).toContainText('No answer yet')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  for (const name of [second, third])
    await expect(answers.filter({ hasText: name })).toContainText('No answer yet')

  // The creator sees what to look at and how many others were asked, and neither the board nor who they are.
  await creator.goto(`${plinthUrl()}/messages`)
  await creator
    .getByRole('link', { name: new RegExp(TITLE) })
    .first()
    .click()
  const inquiry = creator.getByRole('article', { name: 'Business Inquiry' })
  const shown = inquiry.getByRole('list', { name: 'What to look at' })
  await expect(shown.getByRole('link')).toHaveCount(2)
  await expect(inquiry).toContainText('“Glaze like this one.”')
  await expect(inquiry).toContainText('Also asked: 2 other creators')
  await expectAccessibleAtBothWidths(creator, 'an inquiry from a board')
  await shown.getByRole('link', { name: new RegExp(`^${wanted}`) }).click()
  await expect(creator).toHaveURL(/\/portfolio\//)
  await creator.goto(`${plinthUrl()}/boards/${board.id}`)
  await expect(creator.getByRole('heading', { name: TITLE })).toHaveCount(0)
  await creator.goto(`${plinthUrl()}/messages`)
  await creator
    .getByRole('link', { name: new RegExp(TITLE) })
    .first()
    .click()
  await creator.getByRole('textbox', { name: /reply/i }).fill('I could make the bowls.')
  await creator.getByRole('button', { name: 'Send Reply' }).click()
  await expect(creator.getByText('I could make the bowls.').last()).toBeVisible()

  await page.goto(`${plinthUrl()}/boards/${board.id}`)
  await page.getByRole('link', { name: /^Asked 3 creators on/ }).click()
  await expect(ofMarit).toContainText('Answered')
  await ofMarit.getByRole('link', { name: /^Open conversation/ }).click()
  await expect(page.getByText('I could make the bowls.').last()).toBeVisible()
  await expect(page.getByRole('link', { name: 'All answers' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a brief shows its paper on phones, finds people by name, and needs something on the board', async ({
  page,
}) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Elin')
  const empty = await call<Board>(page, 'POST', '/api/boards', { data: { title: 'Nothing yet' } })
  await page.goto(`${plinthUrl()}/boards/${empty.id}`)
  const ask = page.getByRole('button', { name: 'Ask for something like this' })
  await expect(ask).toBeDisabled()
  await expect(ask).toHaveAccessibleDescription('Add a work, a post or a picture first.')

  const board = await makeBoard(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${plinthUrl()}/boards/${board.id}/brief`)
  const people = page.getByRole('group', { name: 'Who should get it?' })
  await people.getByRole('button', { name: 'Find someone else' }).click()
  await people.getByRole('textbox', { name: 'Find a creator by name' }).fill('Lucía')
  await people.getByRole('button', { name: /^Add Lucía/ }).click()
  await expect(people.getByRole('checkbox', { name: /^Lucía/ })).toBeChecked()
  await expect(people).toContainText('4 of 5 at most')
  await expectAccessible(page, 'a brief on a phone')
  await page.getByRole('button', { name: 'See what they’ll get' }).click()
  const paper = page.getByRole('dialog').getByRole('region', { name: 'Business Inquiry' })
  await expect(paper).toContainText(TITLE)
  await expect(paper).toContainText('3 other creators')
  await expectAccessible(page, 'the paper of a brief')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'See what they’ll get' })).toBeFocused()
  expect(complaints).toEqual([])
})
