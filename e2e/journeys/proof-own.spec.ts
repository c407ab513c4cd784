import { readFile } from 'node:fs/promises'
import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { choose } from '../controls.ts'
import { smallPng } from '../files.ts'
import { call, plinthUrl, signInAs, test, watchForComplaints } from '../people.ts'

const field = (page: Page) => page.getByRole('textbox', { name: /^Comment on/ })
const said = (page: Page) => page.getByRole('complementary', { name: 'Comments' })

/** How many unread notifications are about the room with this title. */
async function unreadOf(page: Page, title: string): Promise<number> {
  const all = await call<Notification[]>(page, 'GET', '/api/notifications?filter=unread')
  return all.filter(({ proof }) => proof?.title === title).length
}

/** Adds a work that only its creator sees. */
async function addDraft(page: Page, title: string, fileName = 'poster.png'): Promise<string> {
  const picture = await readFile(await smallPng(fileName, '#6b4a2b'))
  const { id } = await call<PortfolioItem>(page, 'POST', '/api/upload', {
    data: {
      title,
      description: 'For the spring.',
      category: 'crafting',
      fileUrl: `data:image/png;base64,${picture.toString('base64')}`,
      fileName,
      state: 'draft',
    },
  })
  return id
}

test('a creator asks a guest for feedback on a draft, answers, and deletes the room', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const complaints = watchForComplaints(page)
  await signInAs(page, 'Marit')
  const title = `Spring poster ${Date.now()}`
  const workId = await addDraft(page, title)

  // A draft becomes a room.
  await page.goto(`${plinthUrl()}/drafts`)
  await page.getByLabel(`Choose ${title}`, { exact: true }).click()
  await page.getByRole('button', { name: 'Ask for feedback' }).press('Enter')
  const asking = page.getByRole('dialog', { name: 'Ask for feedback' })
  const name = asking.getByRole('textbox', { name: 'Title of the room' })
  await expect(name).toHaveValue(title)
  await expect(name).toBeFocused()
  await expectAccessibleAtBothWidths(page, 'asking for feedback')
  await name.fill('')
  await asking.getByRole('button', { name: 'Open the room' }).click()
  await expect(asking).toContainText('Enter a title.')
  await name.fill(`Which green? ${title}`)
  await asking.getByRole('button', { name: 'Open the room' }).dblclick()
  await expect(page).toHaveURL(/\/proofs\/[\da-f-]{36}$/)
  await expect(page.getByRole('heading', { name: `Which green? ${title}` })).toBeVisible()
  await expect(said(page)).toContainText('No comments yet.')
  await expect(page.getByRole('img', { name: /^poster\.png/ }).first()).toBeVisible({
    timeout: 90_000,
  })
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectAccessibleAtBothWidths(page, 'a proof room for an own work')

  // A link opens it to somebody without an account.
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  const sharing = page.getByRole('dialog', { name: 'Share with a link' })
  await expect(sharing.getByRole('radio')).toHaveCount(2)
  await expect(sharing.getByRole('switch')).toHaveCount(0)
  await sharing.getByRole('textbox', { name: 'Who is it for?' }).fill('A friend')
  await page.keyboard.press('Enter')
  const link = await sharing.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  await expectAccessible(page, 'sharing an own proof room')
  await sharing.getByRole('button', { name: 'Done' }).press('Enter')
  const guest = await openBrowser()
  await guest.setViewportSize({ width: 390, height: 844 })
  await guest.goto(link)
  await expect(guest.getByText('by Marit')).toBeVisible()
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Aino')
  await guest.keyboard.press('Enter')
  await expect(said(guest)).toContainText('Marit asked for your comments.')
  await expectAccessible(guest, 'an own proof room as a guest sees it')
  await field(guest).fill('The darker one.')
  await field(guest).press('Enter')

  // The creator sees it at once, answers, and says that it is done and right.
  const comment = said(page).getByRole('listitem').filter({ hasText: 'The darker one.' })
  await expect(comment).toContainText('Guest')
  await comment.getByRole('button', { name: 'Reply' }).click()
  await page.getByRole('textbox', { name: 'Answer to comment 1' }).fill('I think so, too.')
  await page.keyboard.press('Enter')
  await expect(said(guest)).toContainText('I think so, too.', { timeout: 20_000 })
  await comment.getByRole('button', { name: 'Mark as done' }).click()
  await said(page)
    .getByRole('button', { name: /^Done 1/ })
    .click()
  await comment.getByRole('button', { name: 'Looks right' }).click()
  await expect(comment).toContainText('You agreed.')
  // What they have seen in the room is no news.
  await expect.poll(() => unreadOf(page, `Which green? ${title}`)).toBe(0)

  // They hear of what the guest writes while they are elsewhere, once, and find it by that.
  await page.goto(`${plinthUrl()}/drafts`)
  for (const words of ['And larger letters.', 'Less yellow.']) {
    await field(guest).fill(words)
    await field(guest).press('Enter')
    await expect(said(guest)).toContainText(words)
  }
  await page.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click()
  const told = page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  await expect(told).toContainText(
    `Aino, a guest, commented in your proof room Which green? ${title}`,
  )
  await expect(told).toHaveCount(1)
  await expectAccessibleAtBothWidths(page, 'a notification of a guest')
  await told.getByRole('link', { name: `Open room: Which green? ${title}` }).press('Enter')
  await expect(page).toHaveURL(/\/proofs\/[\da-f-]{36}\?file=[\da-f-]{36}$/)
  await expect(said(page)).toContainText('Less yellow.')
  await expect.poll(() => unreadOf(page, `Which green? ${title}`)).toBe(0)

  // A newer file comes from the computer. Its name says what it replaces.
  await page.getByRole('button', { name: 'Add files' }).press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add files to this room' })
  await expect(adding.getByRole('checkbox', { name: title })).toBeVisible()
  await expect(adding.getByRole('status').last()).toHaveText('Nothing chosen yet.')
  await adding.getByRole('button', { name: 'Add files' }).click()
  await expect(adding).toContainText('Choose a file or a work first.')
  await adding
    .getByLabel('Choose files')
    .setInputFiles(await smallPng('poster_v2 final.png', '#2b6b4a'))
  await expect(adding).toContainText('poster_v2 final.png: version 2 of poster.png', {
    timeout: 60_000,
  })
  // What is chosen outlives closing the dialog.
  await page.keyboard.press('Escape')
  await expect(adding).toHaveCount(0)
  await page.getByRole('button', { name: 'Add files' }).click()
  await expect(adding).toContainText('poster_v2 final.png: version 2 of poster.png')
  await expectAccessibleAtBothWidths(page, 'adding files to an own proof room')
  await adding.getByRole('button', { name: 'Add 1 file' }).dblclick()
  await expect(adding).toHaveCount(0)
  for (const one of [page, guest]) {
    await expect(one.getByText('Version 2 is here.')).toBeVisible({ timeout: 20_000 })
    await one.getByRole('button', { name: 'Show it' }).click()
    await expect(one.getByRole('img', { name: /poster_v2 final\.png/ }).first()).toBeVisible({
      timeout: 90_000,
    })
  }
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/version=2.*compare=1/)
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop comparing' }).click()

  // The room gets another title, which the guest sees.
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename this room' })
  const newTitle = renaming.getByRole('textbox', { name: 'Title of the room' })
  await newTitle.fill(' ')
  await newTitle.press('Enter')
  await expect(renaming).toContainText('Enter a title.')
  await expectAccessible(page, 'renaming an own proof room')
  await newTitle.fill(`Greener. ${title}`)
  await newTitle.press('Enter')
  await expect(page.getByRole('heading', { name: `Greener. ${title}` })).toBeVisible()
  await expect(guest.getByRole('heading', { name: `Greener. ${title}` })).toBeVisible({
    timeout: 20_000,
  })

  // Another draft goes into the same room.
  const other = `Card ${title}`
  await addDraft(page, other, 'card.png')
  await page.goto(`${plinthUrl()}/drafts`)
  await page.getByLabel(`Choose ${other}`, { exact: true }).click()
  await page.getByRole('button', { name: 'Ask for feedback' }).click()
  await choose(asking.getByRole('combobox', { name: 'Where to' }), `Greener. ${title}`)
  await expectAccessible(page, 'adding a draft to a room that is there')
  await asking.getByRole('button', { name: 'Add to the room' }).dblclick()
  await expect(page.getByRole('button', { name: 'card.png' })).toBeVisible()

  // The draft can go: the room stays, until it is deleted.
  await call(page, 'DELETE', `/api/portfolios/${workId}`)
  await page.getByRole('link', { name: 'Back to your proof rooms' }).click()
  await expect(page.getByRole('heading', { name: 'Proof rooms', level: 1 })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText('3 files, 2 open comments, 1 link')
  await expectAccessibleAtBothWidths(page, 'the own proof rooms')
  await row.getByRole('button', { name: `Delete Greener. ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible({
    timeout: 20_000,
  })
  // Guests have no account that they could log in to again.
  await expect(guest.getByText('You are logged out.')).toHaveCount(0)
  expect(complaints).toEqual([])
})
